"""What must hold in every battle at every decision: one small function each."""

import math

from wzc_env.game import Match
from wzc_env.warzone.words import (
    NONE,
    Edge,
    Effect,
    Goal,
    Kind,
    Life,
    Module,
    Outcome,
    Phase,
    Side,
    Step,
    Trait,
    Why,
    Wield,
)


def decision_is_askable(match: Match) -> None:
    """Somebody on its feet decides, of at least two legal answers; the mask and `why` agree on every id."""
    decision, mask = match.decision, match.legal()
    assert decision is not None
    unit = match.battle.units[decision.unit]
    assert unit.life == Life.UP
    assert sum(mask) >= 2, "a decision with a single answer is taken without asking"
    assert [int(match.why(action) == Why.OK) for action in range(len(mask))] == mask
    assert not any(unit.timers[effect] > 0 for effect in (Effect.HELD, Effect.ASLEEP))
    assert not unit.fleeing


def stack_fits_the_decision(match: Match) -> None:
    """Nothing is interrupted in a Breath or a Lull; a window and a choice stand on their frame."""
    b = match.battle
    steps = [Step(frame.step) for frame in b.frames[: b.depth]]
    if b.ask in (Kind.BREATH, Kind.LULL):
        assert steps == []
    elif b.ask == Kind.DEFEND:
        assert steps in ([Step.ATTACK], [Step.VOLLEY])
        assert b.frames[0].target == b.who
    elif b.ask == Kind.INTERDICT:
        assert steps == [Step.ENTRY]
    else:
        assert steps[-1] >= Step.CHOOSE_SHOVE
        assert steps[:-1] == ([Step.ENTRY] if steps[-1] == Step.CHOOSE_QUARRY else [])


def reactor_may_react(match: Match) -> None:
    """Nobody reacts in its own Breath or while Exposed."""
    b = match.battle
    if b.ask in (Kind.DEFEND, Kind.INTERDICT):
        assert b.actor != NONE or b.phase == Phase.LEADERLESS
        assert not match.setup.sheets[b.who].members, "a Squad never reacts"
        assert not b.members >> b.who & 1, "nobody reacts in its own Breath, or in its mob's"
        assert not b.units[b.who].exposed
    elif b.ask == Kind.BREATH:
        assert b.who == b.actor
        assert b.members >> b.who & 1
        assert b.units[b.who].begun or not b.units[b.who].exposed, "a selection ends Exposed"


def heads(match: Match, i: int) -> int:
    """How many creatures a unit is."""
    sheet = match.setup.sheets[i]
    return sum(hp > 0 for hp in match.battle.squads[sheet.squad].hp) if sheet.members else 1


def bodies(match: Match, i: int) -> int:
    """What one unit counts in its Zone, by its stat block and state; whoever is hidden adds none to Control."""
    return heads(match, i) * each_counts(match, i)


def each_counts(match: Match, i: int) -> int:
    """What one creature of a unit counts."""
    unit, sheet = match.battle.units[i], match.setup.sheets[i]
    if unit.life != Life.UP or unit.fleeing or unit.timers[Effect.HELD] or unit.timers[Effect.ASLEEP]:
        return 0
    if match.setup.modules & Module.DETAILED_CONTROL:
        if sheet.members:
            return 1
        return 2 if sheet.pc else 4 if sheet.hd_half >= 8 else 2 if sheet.leader else 1
    return 2 if sheet.pc or sheet.hd_half >= 8 else 1


def posture(match: Match, i: int) -> int:
    """What a creature's Stance adds to Control."""
    row, detailed = match.battle.units[i].stance, match.setup.modules & Module.DETAILED_CONTROL
    return 0 if row == NONE else match.setup.stances[row].detailed if detailed else match.setup.stances[row].simple


def bonus(match: Match, zone: int, units: list[int]) -> int:
    """What these units of one side bring to the Control of a Zone beside their `bodies`: Stances, walls, a leader."""
    detailed, traits = match.setup.modules & Module.DETAILED_CONTROL, match.battle.zones[zone].traits
    if detailed and traits & Trait.MELEE:
        return 0
    squads = [i for i in units if match.setup.sheets[i].members]
    walls = [i for i in squads if match.battle.squads[match.setup.sheets[i].squad].wall]
    more = sum(math.ceil(1.5 * bodies(match, i)) - bodies(match, i) for i in walls)
    more += sum(posture(match, i) for i in units)
    if not detailed:
        return more
    if traits & Trait.FRONT_LINE:
        more += sum(match.setup.sheets[i].polearm[match.battle.units[i].gear] for i in squads)
    return more + max([0, *(match.setup.sheets[i].charisma for i in units if match.setup.sheets[i].leader)])


def stances_are_kept_where_they_may_be(match: Match) -> None:
    """Nobody fallen, gone, Exposed, helpless or in flight is in a Stance; weapon and place are those that it needs."""
    for i in range(match.setup.units_n):
        unit, sheet = match.battle.units[i], match.setup.sheets[i]
        if unit.stance == NONE:
            continue
        stance = match.setup.stances[unit.stance]
        assert unit.life == Life.UP
        assert not any((unit.exposed, unit.fleeing, unit.timers[Effect.HELD], unit.timers[Effect.ASLEEP]))
        assert not stance.where or match.battle.zones[unit.zone].traits & stance.where
        assert stance.wields != Wield.POLEARM or sheet.polearm[unit.gear]
        assert stance.wields != Wield.SHIELD or sheet.shield[unit.gear]


def occupancy_is_a_recount(match: Match) -> None:
    """Each living creature is in exactly one Zone; occupants, bodies, Control and who is capable equal a recount."""
    b, n = match.battle, match.setup.units_n
    standing = [i for i in range(n) if b.units[i].life == Life.UP]
    for i in range(n):
        gone = b.units[i].life == Life.GONE
        assert b.units[i].zone == NONE if gone else 0 <= b.units[i].zone < match.setup.zones_n
    for z in range(match.setup.zones_n):
        sides = [[i for i in standing if b.units[i].zone == z and match.setup.sheets[i].side == x] for x in (0, 1)]
        seen = [[i for i in side if bodies(match, i) and not b.units[i].hidden_from] for side in sides]
        counted = [sum(bodies(match, i) for i in side) for side in seen]
        roomy = [[i for i in side if not b.units[i].body] for side in sides]  # nobody is in the way of a giant
        assert b.zones[z].occupants == [sum(heads(match, i) for i in side) for side in roomy]
        assert b.zones[z].bodies == counted
        strength = [counted[x] + bonus(match, z, seen[x]) for x in (0, 1)]
        assert b.zones[z].strength == strength
        leader = Side.NOBODY if strength[0] == strength[1] else Side(int(strength[1] > strength[0]))
        bands = not match.setup.modules & Module.ZONES
        off_map = b.zones[z].traits & Trait.OFF_MAP
        assert b.zones[z].control == (Side.NOBODY if off_map or bands else leader)
        total = match.setup.modules & Module.DETAILED_CONTROL and abs(strength[0] - strength[1]) >= 5
        assert b.zones[z].total == (1 if total and not off_map else 0)
    capable = [sum(bodies(match, i) > 0 and match.setup.sheets[i].side == x for i in range(n)) for x in (0, 1)]
    assert b.capable == capable
    if not match.over:
        assert min(capable) > 0, "the battle ends as soon as a side has nobody left"


def ground_is_whole(match: Match) -> None:
    """A Zone that is not on the map has nothing, nobody and no way; ways are the same from both ends."""
    b, n = match.battle, match.setup.zones_n
    missing = {z for z in range(n) if b.zones[z].absent}
    for z in range(n):
        ways = [Edge(b.edge[z][other]) for other in range(n)]
        assert ways == [b.edge[other][z] for other in range(n)]
        assert all(b.distance[z][other] == b.distance[other][z] for other in range(n))
        near = {other for other in range(n) if Edge.ORDINARY <= ways[other] <= Edge.VERTICAL}
        assert {other for other in range(n) if b.distance[z][other] == 1} == near
        zone = b.zones[z]
        arms = zone.arms[0] | zone.arms[1] | zone.struck_from[0] | zone.struck_from[1]
        assert {other for other in range(n) if arms >> other & 1} <= near
        if z in missing:
            assert set(ways) == {Edge.ABSENT}
            assert (zone.control, zone.crowded, sum(zone.occupants), sum(zone.strength)) == (Side.NOBODY, 0, 0, 0)
    for unit in b.units[: match.setup.units_n]:
        assert unit.zone not in missing
        assert not missing & {z for z in range(n) if unit.body >> z & 1}


def hazards_are_where_they_may_be(match: Match) -> None:
    """A hazard is in Zones of the map alone, and they have the trait that it gives."""
    b, s = match.battle, match.setup
    for danger, hazard in zip(b.hazards[: s.hazards_n], s.hazards, strict=False):
        there = [z for z in range(s.zones_n) if danger.age[z] > 0]
        assert not any(b.zones[z].absent or b.zones[z].traits & Trait.OFF_MAP for z in there)
        assert all(b.zones[z].traits & hazard.trait == hazard.trait for z in there)
        assert 0 <= danger.taken <= hazard.route_n
        if hazard.lasts and not hazard.falls:
            assert all(danger.age[z] <= hazard.lasts for z in there)


def progress_is_short_of_the_goal(match: Match) -> None:
    """An objective whose goal is reached has ended the battle."""
    for made, goal in zip(match.battle.progress[: match.setup.objectives_n], match.setup.objectives, strict=False):
        assert 0 <= made <= goal.n
        assert match.over or goal.kind not in (Goal.HOLD, Goal.ESCAPE) or made < goal.n


def creatures_are_sound(match: Match) -> None:
    """Hit points, Vigor, spells and holds stay within what the stat block and the rules allow."""
    b = match.battle
    for unit, sheet in zip(b.units[: match.setup.units_n], match.setup.sheets, strict=False):
        assert 0 <= unit.hp <= sheet.hp_max
        assert (unit.hp > 0) == (unit.life in (Life.UP, Life.GONE))
        assert unit.vigor >= 0
        assert unit.vigor == 0 or unit.life == Life.UP
        assert unit.limit in (match.rules.breath_limit, match.rules.breath_overloaded_limit)
        assert all(0 <= left <= prepared for left, prepared in zip(unit.slots, sheet.prepared, strict=True))
        assert unit.focus == NONE or unit.slots[unit.focus] > 0
        if unit.holder != NONE:
            holder = b.units[unit.holder]
            assert unit.life == holder.life == Life.UP
            assert match.setup.sheets[unit.holder].side != sheet.side


def squads_are_sound(match: Match) -> None:
    """A Squad's members are its hit points; it has no Vigor, holds no reaction, and forms no wall in flight."""
    for unit, sheet in zip(match.battle.units[: match.setup.units_n], match.setup.sheets, strict=False):
        if sheet.members:
            squad = match.battle.squads[sheet.squad]
            assert sum(squad.hp) == unit.hp
            assert all(0 <= hp <= sheet.hp_max // sheet.members for hp in squad.hp)
            assert (unit.vigor, unit.ready, unit.exposed, unit.hidden_from, unit.holder) == (0, 0, 0, 0, NONE)
            assert not (squad.wall and (unit.fleeing or unit.life != Life.UP))
            assert not squad.rallied or unit.fleeing
            if unit.life == Life.UP and squad.leader != NONE and not match.over:
                leader = match.battle.units[squad.leader]
                assert (leader.life, leader.fleeing) == (Life.UP, 0)


def end_is_whole(match: Match) -> None:
    """A battle that is over has an outcome, asks nobody, and offers nothing."""
    b = match.battle
    assert match.decision is None
    assert b.depth == 0
    assert b.outcome != Outcome.UNDECIDED
    assert not any(match.legal())
    assert b.turn <= match.setup.max_turns
    assert (b.outcome == Outcome.ROUND_LIMIT) == (b.objective == NONE and min(b.capable) > 0)
    assert sum(match.returns()) == 0.0


ALWAYS = (
    occupancy_is_a_recount, creatures_are_sound, squads_are_sound, ground_is_whole, hazards_are_where_they_may_be,
    progress_is_short_of_the_goal,
)  # fmt: skip
AT_DECISIONS = (
    decision_is_askable, stack_fits_the_decision, reactor_may_react, stances_are_kept_where_they_may_be,
)  # fmt: skip
