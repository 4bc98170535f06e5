"""How a battle begins: who is surprised, who acts in a mob, what is prepared, who waits Off-Map."""

import pytest

from tests.harness import scenario as table
from tests.harness import until_breath_of
from wzc_env import paths, scenario
from wzc_env.errors import ConfigError
from wzc_env.game import Match
from wzc_env.kernel import load as twin_of
from wzc_env.render.reports import creatures
from wzc_env.warzone.state import Setup
from wzc_env.warzone.words import FOREVER, Effect, Note, Purpose, Save, Side, SpellEffect, SpellTarget, Tag

from .edits import change

SCENARIO = """
title = "A test"
battlefield = "default"
party = [
  { creature = "sword_fighter", zone = "friendly_front" },
  { creature = "magic_user", zone = "friendly_back" },
]
foes = [
  { creature = "wolf", zone = "enemy_flank", count = 2, mob = "pack" },
  { creature = "wolf", zone = "enemy_flank", mob = "pack", hp = 3 },
  { creature = "goblin", zone = "enemy_back", count = 2, mob = "rabble" },
  { creature = "burrower", zone = "off_map" },
]
"""
PACK = 'zone = "enemy_flank", mob = "pack", hp = 3'
MAGE = 'creature = "magic_user", zone = "friendly_back"'


@pytest.fixture
def load(write):
    def made(*changes):
        text = SCENARIO
        for old, new in changes:
            text = change(text, old, new)
        return scenario.load(write("test.toml", text))

    return made


def setup_of(whole):
    return twin_of(Setup, whole.compile().setup, 0)


@pytest.mark.parametrize(
    ("line", "side"),
    [("", Side.NOBODY), ('surprised = "party"\n', Side.PARTY), ('surprised = "foes"\n', Side.FOES)],
)
def test_who_is_surprised(load, line, side):
    whole = load(("title", f"{line}title"))
    assert setup_of(whole).surprised == side
    assert scenario.from_record(whole.to_record()) == whole
    told = creatures(whole.compile())[-1].plain
    assert told.endswith("surprised: no Vigor in Round 1") == (side != Side.NOBODY)


@pytest.mark.rule("mob.activation")
def test_mobs_have_numbers_in_the_order_of_the_roster(load):
    compiled = load().compile()
    assert compiled.names.mobs == ["pack", "rabble"]
    assert [sheet.mob for sheet in setup_of(load()).sheets[:9]] == [0, 0, 1, 1, 1, 2, 2, 0, 0]
    shown = [line.plain for line in creatures(compiled)]
    assert [line.endswith("mob pack") for line in shown].count(True) == 3


def test_spells_prepared_for_the_day(load):
    whole = load((MAGE, MAGE + ', spells = { haste = 1, "magic missile" = 2 }'))
    setup, names = setup_of(whole), whole.compile().names
    mage = setup.sheets[1]
    assert names.spells == ["magic missile", "haste"]
    assert names.unit_spells[1] == ["haste", "magic missile"]
    assert (mage.spells_n, mage.spells[:2], mage.prepared[:2], mage.caster) == (2, [1, 0], [1, 2], 5)
    assert scenario.from_record(whole.to_record()) == whole
    assert "haste x1, magic missile x2" in "\n".join(line.plain for line in creatures(whole.compile()))


def test_no_spells_prepared(load):
    whole = load((MAGE, MAGE + ", spells = {}"))
    assert (setup_of(whole).sheets[1].spells_n, whole.spells) == (0, {})


SPELLS = '"lightning bolt" = 1, haste = 1, slow = 1, bless = 1, shield = 1, sleep = 1, "hold person" = 1'


def test_the_facts_of_the_spells_for_many(load):
    setup = setup_of(load((MAGE, MAGE + f", spells = {{ {SPELLS} }}")))
    sleep, hold, bolt, haste, slow, bless, shield = setup.spells[: setup.spells_n]
    assert (bolt.target, bolt.effect, bolt.reach) == (SpellTarget.ZONE_ENEMIES, SpellEffect.DAMAGE, 3)
    assert (bolt.dice, bolt.sides, bolt.per_level, bolt.save, bolt.halves) == (1, 6, 1, Save.SPELLS, 1)

    def timed(spell):
        assert spell.effect == SpellEffect.TIMED
        return spell.target, spell.reach, spell.timer, spell.lasts, spell.save

    assert timed(haste) == (SpellTarget.ZONE_ALLIES, 3, Effect.HASTE, 180, Save.NO_SAVE)
    assert timed(slow) == (SpellTarget.ZONE_ENEMIES, 3, Effect.SLOW, 180, Save.SPELLS)
    assert timed(bless) == (SpellTarget.ZONE_ALLIES, 2, Effect.BLESSED, 360, Save.NO_SAVE)
    assert timed(shield) == (SpellTarget.CASTER, 0, Effect.SHIELDED, 120, Save.NO_SAVE)
    assert (sleep.living, sleep.lasts) == (1, FOREVER)
    assert (hold.living, hold.persons) == (1, 1)
    assert [spell.living for spell in (bolt, haste, slow, bless, shield)] == [0] * 5


def test_tags_and_stealth(load):
    whole = load(('creature = "goblin"', 'creature = "skeleton"'), ('"sword_fighter"', '"thief"'))
    sheets = setup_of(whole).sheets
    assert (sheets[0].stealth, sheets[0].tags) == (30, Tag.PERSON | Tag.SKIRMISHER | Tag.BACKSTAB)
    assert (sheets[5].stealth, sheets[5].tags) == (0, Tag.UNDEAD)
    assert sheets[7].tags == Tag.LARGE | Tag.OFF_MAP_ACCESS


def test_a_routine_of_several_rolls(load):
    routine = setup_of(load(('"burrower", zone = "off_map"', '"centaur", zone = "enemy_front"'))).sheets[7].routines[0]
    rolls = [(roll.bonus, roll.dice, roll.sides) for roll in routine.rolls[: routine.rolls_n]]
    assert rolls == [(3, 1, 6)] * 3


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("title", 'surprised = "both"\ntitle', 'surprised = "both": no such side; allowed: party, foes'),
        (
            "title",
            'reward = "hp_shares"\ntitle',
            'reward = "hp_shares": no such reward, did you mean "hp_share"?; allowed: terminal, hp_share, hp_shaping, '
            "objective, objective_shaping",
        ),
        (
            PACK,
            PACK.replace("flank", "back"),
            'foes[1].mob = "pack": foes[0] is of the same mob; allowed: one Zone a mob',
        ),
        (
            f'"wolf", {PACK}',
            f'"goblin", {PACK}',
            'foes[1].mob = "pack": foes[0] is of the same mob; allowed: one creature a mob',
        ),
        (
            '"friendly_back" }',
            '"friendly_back" }, { creature = "goblin", zone = "friendly_back", count = 2, mob = "rabble" }',
            'foes[2].mob = "rabble": party[2] is of the same mob; allowed: one side a mob',
        ),
        (
            'count = 2, mob = "rabble"',
            'mob = "rabble"',
            'foes[2].mob = "rabble": a mob of one; allowed: 2 members or more',
        ),
        (
            MAGE,
            MAGE + ', mob = "wizards", count = 2',
            'party[1].mob = "wizards": a player character decides alone; allowed: monsters',
        ),
        (MAGE, MAGE + ', mob = "1"', 'party[1].mob = "1": not of the right form; allowed: 1 to 20 letters'),
        (
            MAGE,
            MAGE + ", spells = { slep = 1 }",
            'party[1].spells.slep = 1: no such spell, did you mean "sleep"?; allowed: magic missile, sleep, '
            "cure light wounds, fireball, hold person, lightning bolt, haste, slow, bless, shield",
        ),
        (MAGE, MAGE + ", spells = { sleep = 0 }", "party[1].spells.sleep = 0: out of range; allowed: 1 to 9"),
        (
            PACK,
            PACK + ", spells = { sleep = 1 }",
            'foes[1].spells = {"sleep": 1}: the creature has no caster_level; allowed: none',
        ),
        (
            '"goblin", zone = "enemy_back"',
            '"goblin", zone = "off_map"',
            'foes[2].zone = "off_map": the creature could never leave this Zone; '
            "allowed: a creature with a tag of off_map_access",
        ),
    ],
)
def test_the_line_about_a_start(write, old, new, expected):
    path = write("start.toml", change(SCENARIO, old, new))
    with pytest.raises(ConfigError) as caught:
        scenario.load(path)
    assert str(caught.value) == f"start.toml: {expected}"


def archmage(dice, hp):
    """A caster of level 20 against 23 goblins in one Zone."""
    foes = [("goblin@rear", {"count": 23, "hp": hp, "hd": 9})]
    caster = {"spells": {"fireball": 2}, "level": 20}
    record = table([("magic_user@front", caster)], foes).to_record()
    record["spells"]["fireball"]["dice"] = dice
    return scenario.from_record(record, "test")


def test_more_dice_than_one_step_can_tell_are_refused():
    with pytest.raises(ConfigError) as caught:
        archmage("4d6", 100)
    assert str(caught.value) == (
        "test: party[0].spells.fireball: 4d6 a level is 80 dice at caster level 20; allowed: 60 dice at most"
    )


@pytest.mark.parametrize("hp", [1, 999])
def test_the_most_dice_on_the_fullest_zone_are_told_in_one_step(hp):
    """Whether all fall or none, nothing of it is lost."""
    match = Match(archmage("3d6", hp).compile())
    until_breath_of(match, "mage")
    match.battle.units[0].focus = match.names.unit_spells[0].index("fireball")
    match.take_events()
    match.step("Release at rear")
    events = match.take_events()
    assert sum(event.note == Note.DIE and event.what == Purpose.SPELL for event in events) == 60
    hit = [unit for unit in match.battle.units[1:24] if unit.hp < hp]
    assert len(hit) == 23


def test_leaders_and_polearms(load):
    """A stat block or an entry makes a leader; CHA and INT are the host's usual score where nobody states them."""
    captain = 'creature = "magic_user", leader = true'
    whole = load((MAGE, f'{captain}, zone = "friendly_back"'))
    mage, wolf = setup_of(whole).sheets[1], setup_of(whole).sheets[2]
    assert (mage.leader, mage.charisma, mage.intelligence, mage.polearm[0]) == (1, 0, 0, 0)
    assert (wolf.leader, wolf.charisma, wolf.intelligence, wolf.polearm) == (0, 0, 0, [0, 0, 0])
    assert scenario.from_record(whole.to_record()) == whole


def test_a_stat_block_states_leader_scores_and_polearm(write):
    marshal = (paths.find("roster", "sword_fighter")).read_text(encoding="utf-8")
    marshal = change(marshal, "abilities = {", "leader = true\nabilities = { cha = 17, int = 4,")
    write("marshal.toml", change(marshal, "shield = true", "shield = true\npolearm = true"))
    text = change(SCENARIO, 'creature = "sword_fighter"', 'creature = "marshal.toml"')
    compiled = scenario.load(write("camp.toml", text)).compile()
    sheet = compiled.setup[0]["sheets"][0]
    assert (sheet["leader"], sheet["charisma"], sheet["intelligence"], list(sheet["polearm"])) == (1, 2, -2, [1, 0, 0])
    shown = [line.plain for line in creatures(compiled)]
    assert sum("leader, CHA +2; polearm: sword and shield; person" in line for line in shown) == 1
    tamed = scenario.load(write("camp.toml", change(text, '"marshal.toml"', '"marshal.toml", leader = false')))
    assert setup_of(tamed).sheets[0].leader == 0


def test_the_members_of_a_mob_are_leaders_all_or_none(write):
    text = change(SCENARIO, 'mob = "pack", hp = 3', 'mob = "pack", hp = 3, leader = true')
    with pytest.raises(ConfigError, match=r"foes\[1\].mob = \"pack\": .* allowed: one answer to leader a mob"):
        scenario.load(write("pack.toml", text))
