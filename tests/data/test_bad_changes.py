"""`[[changes]]` that cannot be: one line says which, and why."""

import pytest

from wzc_env import scenario
from wzc_env.errors import ConfigError

FIELD = """
title = "A bridge"
[zones]
road = { title = "Road" }
bridge = { title = "Bridge", capacity = 3 }
gate = { title = "Gate" }
river = { title = "River" }
[[edges]]
join = ["road", "bridge"]
[[edges]]
join = ["bridge", "gate"]
[[edges]]
join = ["bridge", "river"]
kind = "blocked"
opens = {}
"""
SCENARIO = """
title = "A test"
battlefield = "field.toml"
[[party]]
creature = "sword_fighter"
zone = "road"
[[foes]]
creature = "goblin"
count = 2
zone = "gate"
"""
ZONES = "road, bridge, gate, river"
LULL = "when = { lull = 1 }, "


@pytest.mark.rule("battlefield.edit")
@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        ("3", "changes[0] = 3: must be a table"),
        (
            '{ do = "remove", zone = "river" }',
            "changes[0].when: is missing; allowed: a table of lull, opened, falls, half, entered, controlled, call",
        ),
        (
            '{ when = {}, do = "remove", zone = "river" }',
            "changes[0].when = {}: 0 conditions; allowed: one of lull, opened, falls, half, entered, controlled, call",
        ),
        (
            '{ when = { lul = 1 }, do = "remove", zone = "river" }',
            'changes[0].when.lul = 1: no such key, did you mean "lull"?; '
            "allowed: lull, opened, falls, half, entered, controlled, call, by",
        ),
        (
            '{ when = { opened = ["road", "road"] }, do = "remove", zone = "river" }',
            'changes[0].when.opened = ["road", "road"]: joins a Zone to itself; allowed: two different Zones',
        ),
        (
            '{ when = { lull = 1 }, do = "merge", zones = ["bridge", "gate"] }, '
            '{ when = { lull = 2 }, do = "block", edge = ["road", "gate"] }',
            'changes[1].edge = ["road", "gate"]: "gate" is gone by then, with changes[0]; '
            "allowed: changes in the order in which they can come",
        ),
        (
            '{ when = { lull = 30 }, do = "remove", zone = "river" }',
            "changes[0].when.lull = 30: the battle ends before; allowed: 1 to 20",
        ),
        (
            '{ when = { falls = "goblin" }, do = "remove", zone = "river" }',
            'changes[0].when.falls = "goblin": no such creature, did you mean "goblin_1"?; '
            "allowed: sword, goblin_0, goblin_1",
        ),
        (
            '{ when = { entered = "rivr" }, do = "remove", zone = "river" }',
            f'changes[0].when.entered = "rivr": no such Zone, did you mean "river"?; allowed: {ZONES}',
        ),
        (
            '{ when = { controlled = "river" }, do = "remove", zone = "river" }',
            "changes[0].when.by: is missing: who Controls the Zone; allowed: party, foes",
        ),
        (
            '{ when = { lull = 1, by = "foes" }, do = "remove", zone = "river" }',
            'changes[0].when.by = "foes": only entered and controlled are by a side',
        ),
        (
            '{ when = { opened = ["road", "bridge"] }, do = "remove", zone = "river" }',
            'changes[0].when.opened = ["road", "bridge"]: it is open already; '
            "allowed: an edge that is blocked, or none yet",
        ),
        (
            f'{{ {LULL}do = "explode" }}',
            'changes[0].do = "explode": no such edit; allowed: remove, block, open, capacity, add, merge, effect',
        ),
        (
            f'{{ {LULL}do = ["block"] }}',
            'changes[0].do = ["block"]: no name of an edit; allowed: remove, block, open, capacity, add, merge, effect',
        ),
        (f'{{ {LULL}do = "remove", zone = "bridge" }}', 'changes[0]: makes zones.gate: no path joins it to "road"'),
        (
            f'{{ {LULL}do = "remove", zone = "river" }}',
            "changes[0].to: is missing: no open edge leads out, and whoever stands there must go somewhere; "
            "allowed: road, bridge, gate",
        ),
        (
            f'{{ {LULL}do = "remove", zone = "gate", to = "gat" }}',
            'changes[0].to = "gat": no such Zone, did you mean "gate"?; allowed: road, bridge, river',
        ),
        (f'{{ {LULL}do = "remove", zone = "gate", damage = "2x6" }}', 'changes[0].damage = "2x6": DICE'),
        (
            f'{{ {LULL}do = "remove", zone = "gate", save = "death" }}',
            'changes[0].save = "death": there is no damage to save against; allowed: damage beside it',
        ),
        (
            f'{{ {LULL}do = "block", edge = ["road", "bridge"] }}',
            'changes[0]: cuts "bridge" off from "road", and nothing opens the way again; '
            "allowed: opens on the edge, or a change that opens it",
        ),
        (
            f'{{ {LULL}do = "capacity", zone = "road", capacity = 7 }}',
            "changes[0]: makes zones.road.capacity = 7: out of range; allowed: 2 to 4, or 0 for none",
        ),
        (
            f'{{ {LULL}do = "add", zone = "gate", title = "G" }}',
            'changes[0].zone = "gate": there is such a Zone already; allowed: another name',
        ),
        (
            f'{{ {LULL}do = "add", zone = "hut", title = "Hut" }}',
            'changes[0]: makes zones.hut: no path joins it to "road"',
        ),
        (
            f'{{ {LULL}do = "merge", zones = ["road", "bridge"], title = "One" }}',
            'changes[0].title = "One": a Zone keeps its title while it is fought over; allowed: none',
        ),
        (
            f'{{ {LULL} text = "", do = "remove", zone = "gate" }}',
            'changes[0].text = "": not of the right form; allowed: one line of 1 to 60 visible characters, without "',
        ),
    ],
)
def test_the_line_about_a_change(write, entry, expected):
    write("field.toml", FIELD)
    path = write("test.toml", SCENARIO.replace("[[party]]", f"changes = [{entry}]\n[[party]]", 1))
    with pytest.raises(ConfigError) as caught:
        scenario.load(path)
    assert str(caught.value).startswith(f"test.toml: {expected.removesuffix('DICE')}")
    if not expected.endswith("DICE"):
        assert str(caught.value) == f"test.toml: {expected}"


def test_changes_are_checked_in_their_order(write):
    """What the first takes away the second cannot use, and what goes does not come back under its name."""
    write("field.toml", FIELD)
    gone = '[[changes]]\nwhen = { lull = 1 }\ndo = "remove"\nzone = "river"\nto = "road"\n'
    path = write("test.toml", SCENARIO + gone + gone)
    with pytest.raises(ConfigError, match=r'^test\.toml: changes\[1\]\.zone = "river": "river" is gone by then'):
        scenario.load(path)
    back = '[[changes]]\nwhen = { lull = 2 }\ndo = "add"\nzone = "river"\ntitle = "R"\n'
    back += 'edges = [{ join = ["river", "road"] }]\n'
    path = write("test.toml", SCENARIO + gone + back)
    with pytest.raises(ConfigError, match=r'changes\[1\]\.zone = "river": it was on the battlefield before'):
        scenario.load(path)


def test_a_door_may_shut_when_a_later_change_opens_it(write):
    write("field.toml", FIELD)
    shut = '[[changes]]\nwhen = { lull = 1 }\ndo = "block"\nedge = ["road", "bridge"]\n'
    again = '[[changes]]\nwhen = { lull = 2 }\ndo = "open"\nedge = ["bridge", "road"]\n'
    assert len(scenario.load(write("test.toml", SCENARIO + shut + again)).changes) == 2
    reopens = shut + "opens = { check = 'standard' }\n"
    assert len(scenario.load(write("test.toml", SCENARIO + reopens)).changes) == 1


def test_too_many_changes_and_zones(write):
    write("field.toml", FIELD)
    many = '[[changes]]\nwhen = { lull = 1 }\ndo = "capacity"\nzone = "road"\ncapacity = 2\n' * 17
    with pytest.raises(ConfigError, match=r"changes = .*: 17 changes; allowed: 16 at most$"):
        scenario.load(write("test.toml", SCENARIO + many))
    add = "".join(
        f'[[changes]]\nwhen = {{ lull = 1 }}\ndo = "add"\nzone = "z{n}"\ntitle = "Z"\n'
        f'edges = [{{ join = ["z{n}", "road"] }}]\n'
        for n in range(9)
    )
    with pytest.raises(ConfigError, match=r"changes: 13 Zones with those that changes add; allowed: 12 at most$"):
        scenario.load(write("test.toml", SCENARIO + add))


@pytest.mark.rule("battlefield.giant")
@pytest.mark.parametrize(
    ("body", "more", "expected"),
    [
        ('["bridg"]', "", 'body[0] = "bridg": no such Zone, did you mean "bridge"?; allowed: ' + ZONES),
        ("[]", "", "body = []: 0 Zones; allowed: 1 to 12"),
        ('["road", "gate"]', "", 'body = ["road", "gate"]: no edges join them all; allowed: Zones beside each other'),
        ('["gate", "gate"]', "", 'body[1] = "gate": it belongs to party[0].body already; allowed: each Zone once'),
        ('["gate"]', "count = 2\n", 'body = ["gate"]: several creatures have no common body; allowed: one creature'),
    ],
)
def test_the_line_about_a_body(write, body, more, expected):
    write("field.toml", FIELD)
    path = write("test.toml", SCENARIO.replace('zone = "road"\n', f'zone = "road"\nbody = {body}\n{more}', 1))
    with pytest.raises(ConfigError) as caught:
        scenario.load(path)
    assert str(caught.value) == f"test.toml: party[0].{expected}"
