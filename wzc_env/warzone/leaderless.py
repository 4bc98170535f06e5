"""Optional Module 2, Squads without a commander, and Squads in flight: what they do at the end of the Count."""

from wzc_env.kernel import kernel

from .attacks import why_out_of_melee, wields
from .checks import check
from .control import capable
from .events import say, throw
from .giants import in_zone
from .levers import capped
from .movement import leave_the_field, nearest_exit_step, why_not_move, withdrawal_check
from .orders import break_wall, march, nearest_foe, squad_attack, volley
from .state import Battle, Rules, Setup
from .words import NONE, Ability, Life, Note, Order, Purpose, Why
from .zones import is_exit


@kernel
def can_reach(b: Battle, s: Setup, unit: int, squad_unit: int) -> bool:
    """Whether an enemy is in a Squad's Zone, or strikes into it across an engagement line with what it has in hand.

    A giant is in every Zone of its body, and strikes whoever is in or beside one (RULING GIA2).
    """
    if in_zone(b, unit, int(b.units[squad_unit].zone)):
        return True
    if why_out_of_melee(b, s, unit, squad_unit) != Why.OK:
        return False
    for i in range(s.sheets[unit].routines_n):
        if s.sheets[unit].routines[i].ranged == 0 and wields(b, s, unit, i):
            return True
    return False


@kernel
def engaged(b: Battle, s: Setup, unit: int) -> bool:
    """Whether an enemy occupies a Squad's Zone or can melee it across an engagement line.

    RULING ENG1 (chosen): an enemy who can fight and whose place is known.
    """
    side = int(s.sheets[unit].side)
    for i in range(s.units_n):
        if s.sheets[i].side != side and capable(b, i) and (int(b.units[i].hidden_from) >> side) & 1 == 0:
            if can_reach(b, s, i, unit):
                return True
    return False


@kernel
def fight_on(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """One Attack on the nearest enemy in reach; who has no melee weapon at hand shoots a Volley, if anything.

    RULING LDL1 (chosen): a Squad that can do neither holds.
    """
    foe = nearest_foe(b, s, unit, 0)
    mark = nearest_foe(b, s, unit, 1)
    if capped(b, s, r, unit) or (foe == NONE and mark == NONE):
        say(b, Note.LEADERLESS, unit, NONE, NONE, Order.SHIELD_WALL, 0)
        return
    say(b, Note.LEADERLESS, unit, NONE, NONE, Order.ATTACK, 0)
    break_wall(b, s, r, unit)
    if foe != NONE:
        squad_attack(b, s, r, unit, foe)
    else:
        volley(b, s, r, unit, mark)


@kernel
def step_back(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """One Move towards the Squad's own Back Line or Flank, with the checks of a Move (RULING X22)."""
    step = nearest_exit_step(b, s, unit)
    if step != NONE and why_not_move(b, s, unit, step) == Why.OK:
        break_wall(b, s, r, unit)
        march(b, s, r, unit, step)


@kernel
def flee(b: Battle, s: Setup, r: Rules, unit: int) -> None:
    """A Squad in flight moves one Zone a Round; from its own Back Line or Flank it leaves, with a withdrawal's check.

    RULING Q10: at the slot of the leaderless, whoever leads it.
    """
    if not is_exit(b, int(b.units[unit].zone), int(s.sheets[unit].side)):
        step_back(b, s, r, unit)
    elif check(b, s, r, unit, Ability.NIMBLE, withdrawal_check(b, s, unit), Purpose.WITHDRAW):
        leave_the_field(b, s, r, unit)
    else:
        say(b, Note.BARRED, unit, NONE, NONE, Purpose.WITHDRAW, 0)


@kernel
def act_alone(b: Battle, s: Setup, r: Rules, k: int) -> None:
    """What one Squad does at the end of the Count, unless a leader commands it: one Move or one Attack, for nothing.

    [squad.leaderless] L493-502: engaged, it fights the nearest enemy; else on an odd d6 it holds, on an even one it
    goes towards its own Back Line or Flank. RULING Q8: one step of it; where it stands there already it holds.
    """
    squad = b.squads[k]
    unit = int(squad.unit)
    if b.units[unit].life != Life.UP:
        return
    if b.units[unit].fleeing != 0:
        flee(b, s, r, unit)
    elif squad.leader == NONE:
        if engaged(b, s, unit):
            fight_on(b, s, r, unit)
            return
        say(b, Note.LEADERLESS, unit, NONE, NONE, Order.FALL_BACK, 0)
        if throw(b, unit, NONE, Purpose.LEADERLESS, int(r.squad_leaderless_die)) % 2 == 0:
            step_back(b, s, r, unit)
