"""Tests of the kernel base."""
