"""`wzc scenario show`: the changes that a battlefield will see."""

from typing import Any

import pytest
from typer.testing import CliRunner

from wzc_env.changing import WhenEntry
from wzc_env.cli import app
from wzc_env.render.reports import awaited


def test_a_shown_scenario_says_what_will_change() -> None:
    shown = CliRunner().invoke(app, ["scenario", "show", "dragon_back"]).stdout
    assert shown.endswith(
        "change in Lull 1: The dragon lashes its tail; nobody stays on it\n"
        "change in Lull 1: The reins slip and trail on the ground\n"
        "change when dragon has lost half its hit points: The dragon lowers its neck: neck and back are one slope\n"
    )


@pytest.mark.parametrize(
    ("when", "told"),
    [
        ({"opened": ["gate", "yard"]}, "when the way between gate and yard opens"),
        ({"falls": "goblin"}, "when goblin falls"),
        ({"entered": "yard"}, "when yard is entered"),
        ({"entered": "yard", "by": "foes"}, "when yard is entered by the foes"),
        ({"controlled": "yard", "by": "party"}, "when yard is Controlled by the party"),
        ({"call": "the bell"}, 'on the call "the bell"'),
    ],
)
def test_what_a_change_waits_for_in_words(when: dict[str, Any], told: str) -> None:
    assert awaited(WhenEntry(**when)) == told
