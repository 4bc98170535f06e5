"""Tests of the files that a battle is made from."""
