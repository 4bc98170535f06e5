"""Whatever is changed in a scenario, it is refused in one line or it compiles: nothing else may come out."""

import copy
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wzc_env import scenario
from wzc_env.errors import ConfigError

RECORD = scenario.load("ambush").to_record()  # levels, mobs, prepared spells, Off-Map
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.sampled_from([10**30, -(2**63), 127, 128, 255, 32767, 32768]),
    st.floats(),
    st.text(max_size=4),
    st.sampled_from(["battle", "1d8", "zone", "held", "timed", "melee", "party", "4+1", "plate", "off_map", "pack"]),
    st.lists(st.integers(0, 3), max_size=3),
    st.dictionaries(st.sampled_from(["value", "name", "goblin", "haste"]), st.integers(0, 3), max_size=2),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every way to a value inside."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] * bool(path) + [found for key, item in inner for found in places(item, (*path, key))]


# Cells are many and alike: most of the changes go elsewhere.
PLACES = [place for place in places(RECORD) if place[0] != "cells" or "range" in str(place)]


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(place=st.sampled_from(PLACES), junk=JUNK, remove=st.booleans())
def test_a_changed_record_is_refused_or_compiles(place, junk, remove):
    record = copy.deepcopy(RECORD)
    holder = record
    for key in place[:-1]:
        holder = holder[key]
    if remove:
        del holder[place[-1]]
    else:
        holder[place[-1]] = junk
    refusal = None
    try:
        compiled = scenario.from_record(record).compile()
    except ConfigError as error:
        refusal = str(error)
    if refusal is None:
        assert compiled.setup[0]["units_n"] == len(compiled.names.agents)
    else:
        assert refusal.startswith("record: ")
        assert "\n" not in refusal
