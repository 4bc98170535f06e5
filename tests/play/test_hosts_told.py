"""What a battle sounds like under each host: THAC0 and descending AC, checks under the ability, percentages."""

import pytest

from tests.harness import stage, unit, until_breath_of
from wzc_env import policies, profile, roster
from wzc_env.game import Match
from wzc_env.render.narrator import Narrator
from wzc_env.scenario import load


def told(match, *lines):
    """What the story says of these actions."""
    narrator, said = Narrator(match), []
    match.take_events()
    for line in lines:
        action = match.parse(line.split(": ", 1)[1])
        narrator.decide(action)
        match.step(action)
        said += [text.plain.strip() for text in narrator.tell(match.take_events())]
    return said


def blow(face, *more, host="osr_thac0", first=(), foe=None, **options):
    """One attack of the sword fighter (+4) on an orc of AC 13, after others: what is told of its roll."""
    sword = {"name": "blade", "bonus": 4, "rolls": ["1d8+2"]}
    match = stage(
        [("sword_fighter@front", {"attacks": [sword]})],
        [("orc@far", {"hp": 90, "ac": 13, **(foe or {})}), "goblin@rear"],
        dice=[*first, face, *more],
        host=host,
        rules={"front_line.melee": 0},
        **options,
    )
    unit(match, "orc").vigor = 0
    lines = ["sword: Attack orc with blade"] * (1 + len(first))
    return [line.partition(": ")[2] for line in told(match, *lines) if " vs " in line][-1]


@pytest.mark.rule("host.contract")
def test_thac0_less_the_descending_ac_is_what_the_die_must_reach():
    assert blow(9, 5) == "d20 9 vs THAC0 15 − AC 6 = 9 — hits"
    assert blow(8) == "d20 8 vs THAC0 15 − AC 6 = 9 — misses"
    assert blow(8, host="osr") == "d20 8 + 4 (bonus) = 12 vs AC 13 — misses"


@pytest.mark.rule("host.contract")
def test_modifiers_of_the_attacker_stand_with_the_die():
    assert blow(11, 5, first=[2]) == "d20 11 − 2 (Flurry) = 9 vs THAC0 15 − AC 6 = 9 — hits"
    assert blow(1, first=[2]) == "d20 1 − 2 (Flurry) = −1 vs THAC0 15 − AC 6 = 9 — misses"
    assert blow(20, 5, foe={"ac": 24}) == "d20 20 vs THAC0 15 − AC −5 = 20 — hits"
    assert blow(20, 5, foe={"ac": 25}) == "d20 20 vs THAC0 15 − AC −6 = 21 — a natural 20 hits"


@pytest.mark.rule("host.contract")
def test_what_helps_the_target_lowers_its_ac():
    match = stage(["sword_fighter@front"], [("ogre@far", {"ac": 13})], dice=[2], host="osr_thac0")
    until_breath_of(match, "sword")
    (line,) = [line for line in told(match, "sword: Attack ogre", "ogre: Guard") if " vs " in line]
    assert line.endswith("vs THAC0 15 − (AC 6 − 4 (Guard)) = 13 — misses")
    match = stage(["sword_fighter@front"], [("ogre@far", {"ac": 13})], dice=[2], host="osr_thac0")
    until_breath_of(match, "sword")
    unit(match, "ogre").exposed = 1
    (line,) = [line for line in told(match, "sword: Attack ogre") if " vs " in line]
    assert line.endswith("vs THAC0 15 − (AC 6 + 4 (Exposed)) = 5 — misses")


def wrestled(face, tags=(), **foe):
    """A shove of the sword fighter (STR 16) under the roll-under host, as it is told."""
    ogre = ("goblin@far", {"hp": 60, "tags": list(tags), "morale": 0, **foe})
    match = stage(["sword_fighter@front"], [ogre], dice=[face], host="osr_roll_under")
    until_breath_of(match, "sword")
    (line,) = [line for line in told(match, "sword: Shove goblin") if "check" in line]
    return line


@pytest.mark.rule("checks.difficulties")
def test_a_check_under_the_ability_shows_what_the_difficulty_takes_off():
    assert wrestled(16) == "sword: Shove check d20 16 ≤ 16 (Standard) — succeeds"
    assert wrestled(17) == "sword: Shove check d20 17 > 16 (Standard) — fails"
    assert wrestled(12, hd=9) == "sword: Shove check d20 12 ≤ 16 − 4 (Hard) = 12 — succeeds"
    assert wrestled(13, hd=9) == "sword: Shove check d20 13 > 16 − 4 (Hard) = 12 — fails"
    assert wrestled(8, tags=["large"]) == "sword: Shove check d20 8 ≤ 16 − 8 (Dire) = 8 — succeeds"


def test_hiding_is_told_against_its_chance():
    match = stage(["thief@flank"], ["goblin@far"], dice=[99])
    until_breath_of(match, "thief")
    (line,) = [line for line in told(match, "thief: Hide") if "stealth" in line]
    assert line == f"thief: stealth d100 99 > {match.setup.sheets[0].stealth} — fails"


def test_percentile_morale_is_told_in_points():
    match = stage(
        ["sword_fighter@front"], [("goblin@far", {"hp": 1}), "orc@rear"], dice=[20, 1, 66], host="osr_percentile"
    )
    unit(match, "goblin").vigor = 0
    match.battle.zones[match.names.zones.index("rear")].arms[0] = 3
    (line,) = [line for line in told(match, "sword: Attack goblin") if "morale" in line]
    assert line == "orc: morale d100 66 = 66 vs 67 % (−5) — holds"


def battle(name, seed=11):
    """The states of a whole battle of two brutes, after each decision."""
    match = Match(load(name).compile(), seed=seed)
    brute, states = policies.get("brute"), []
    while match.decision is not None:
        match.step(policies.decide(brute, match))
        states.append(match.digest())
    return states


@pytest.mark.rule("host.contract")
def test_the_same_dice_make_the_same_battle_in_either_form():
    newer, older = battle("duel"), battle("duel_thac0")
    assert len(newer) > 20
    assert newer == older


@pytest.mark.rule("host.contract")
def test_a_stat_block_in_the_older_form_is_the_same_creature(tmp_path):
    text = 'title = "Guard"\nstem = "guard"\nhd = 2\nhp = 9\n{ac}\nspeed = 90\nmorale = 8\n'
    text += "saves = {{ death = 12, wands = 13, paralysis = 14, breath = 15, spells = 16 }}\n"
    text += 'attacks = [{{ name = "axe", {bonus}, rolls = ["1d8"] }}]\n'
    blocks = []
    for ac, bonus in (("ac = 15", "bonus = 3"), ("ac_descending = 4", "thac0 = 16")):
        path = tmp_path / "guard.toml"
        path.write_text(text.format(ac=ac, bonus=bonus), encoding="utf-8")
        creature = roster.load(path)
        blocks.append((creature.armour_class, creature.to_hit(creature.attacks[0])))
    assert blocks[0] == blocks[1] == (15, 3)


def test_every_shipped_host_has_its_scenario():
    from wzc_env import paths, scenario

    played = {scenario.load(name).host.name for name in scenario.names()}
    shipped = {profile.load(paths.find("hosts", name)).host.name for name in paths.names("hosts")}
    assert {name for name in shipped if name.startswith("osr")} <= played
