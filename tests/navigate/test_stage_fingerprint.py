"""What a walk's lock depends on: the values that its controls are set to and its own row."""

from webdart.navigate.stage_fingerprint import fingerprint_of
from webdart.plan.build import Inputs, build
from webdart.plan.model import ListingStage
from webdart.plan.names import RunNames
from webdart.workflow import loads


def prints(navigate: str, **params: str) -> list[str]:
    """The fingerprint of each walk of a stage."""
    text = (
        "webdart: 1\nparams: {status: Open}\nsites: {shop: https://shop.example/}\nstages:\n"
        f"  - navigate: {{{navigate}}}\n  - extract: {{into: items, key: url, fields: {{name: text, url: link}}}}\n"
    )
    plan = build(loads(text), Inputs(params=params, environment={}, secret=lambda _: None))
    names = RunNames.of(plan)
    stage = plan.stages[0]
    assert isinstance(stage, ListingStage)
    each = stage.navigate.for_each
    walks = [names] if each is None else names.of_each(each)
    return [fingerprint_of(stage, plan.sites["shop"], one, plan.parameters) for one in walks]


def test_what_controls_are_set_to_belongs_to_the_lock() -> None:
    """By the value of a parameter as by another text of the file; a parameter that is not named does not count."""
    wanted = 'set: {Status: "{{ status }}"}'
    assert prints(wanted) == prints(wanted)
    assert prints(wanted) != prints(wanted, status="Closed")
    assert prints("set: {Status: Open}") != prints("set: {Status: Closed}")
    assert prints("set: {Status: Open}") != prints("set: {State: Open}")
    assert prints("set: {New: true}") != prints("set: {New: false}")
    assert prints("start: /a") == prints("start: /a", status="Closed")


def test_a_walk_is_told_by_its_own_row() -> None:
    """Whatever the rows are used for; which others stand beside it in the file does not matter."""
    one, other = prints('for_each: {which: [Open, Closed]}, set: {Status: "{{ row.which }}"}')
    assert one != other
    assert prints('for_each: {which: [Closed, New]}, set: {Status: "{{ row.which }}"}')[0] == other
    assert len({*prints("for_each: {which: [Open, Closed]}, start: /a")}) == 2
