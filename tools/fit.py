"""Fits the weights of record sets and of (field, column) pairs on labelled pages, tested on sites left out.

    python -m tools.fit [READINGS...] [--write DIR] [--ablate] [--held] [--folds 10]
    python -m tools.fit READINGS... --only FEATURE [--only FEATURE...] [--write DIR]
    python -m tools.fit READINGS... --pages [--write DIR]
    python -m tools.fit READINGS... --doubts [--write DIR]
    python -m tools.fit READINGS... --onward [--write DIR]

Readings are files that `tools.measure --out` or `tools.tested` has kept; without any, the pages of WEBDART_LABELS are
read first. Sites that are held out (`tools.labels.is_held`) take no part; `--held` tests on them at the end, and is
meant for once.
`--write` writes `sets.json`, `fields.json`, `page_fields.json` (of the page as one record) and `joint.json` with the
hash of their data; without it nothing is changed. `--ablate` switches every feature off in turn. `--only` fits the
named features of the columns of lists, and holds the weights of the others as they are in `fields.json`. `--pages`
fits `page_fields.json`, the columns of pages that are one record, and `--doubts` fits `misreading.json` and
`page_misreading.json`: how probable it is that the rules misread a field, of readings made without `--variations`, too.
`--onward` begins with the weights as they are, not with those set by hand, and keeps what names say near
to them; it fits `fields.json` and `page_fields.json`, whose thresholds stay. The weights before may have been fitted on
sites that are left out now.

Fields that a page has not are fitted on as well: those of other pages (`tools.declarations.absent`), and of numbers,
dates and amounts that it has the decision without the right column, where there are only others of the type.
"""

import argparse
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tools.doubts import fit_doubts
from tools.labels import chosen, is_held
from tools.models import Flags, Group, Linear, Matrix, fit_choice, folds, matrix
from tools.reading import Options, Pairing, Reading, loaded, read_pages
from tools.snapshots import default_cache, take
from tools.tested import SITE
from webdart.extract.match import FIELD_FEATURES, choose
from webdart.extract.score import load, shares
from webdart.values import replace

MOST_WRONG = 0.005
"""Of what is called sure, the share that may be wrong on sites left out."""
_GENERATED = 0.3  # what a generated page weighs beside a real one: there are more of them, and they are alike
_TESTED = 0.3  # the same of a page of the tests; of 0.05 to 0.6 it leaves the fewest sure and wrong on sites left out
_WITHOUT = 0.15  # what a decision without its right column weighs beside that
_ONWARD, _ONWARD_NAMES = 4.0, 30.0  # how near weights stay to the present ones: in general, and what names say
_OF_NAMES = (
    "name_",
    "label_",
    "role_",
    "other_",
    "former",
    "control",
    "type_wrong",
    "fragment",
    "preceded",
    "composite",
    "main_link",
    "is_slot",
    "others_too",
    "one_line_parts",
)
"""What features begin with that say what names mean, or what a column is not: people know more there than pages."""
_WORDY = frozenset({"text", "link", "image", "boolean"})  # types of which most columns could be
_VARIATIONS = 2  # other declarations of a page that are fitted on beside its own
_VARIED = 0.5  # what all of them together weigh beside that
_LEAST = 0.05  # the probability below which a field has no column
_STEPS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995)
_MARGINS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95)


@dataclass(frozen=True, slots=True)
class Decided:
    """A field decided: whether the chosen column is right, its probability, and its lead over the next."""

    right: bool
    probability: float
    margin: float


def main() -> None:
    """Fit, test, print, and write if that is asked for."""
    options = _arguments()
    given = _given(options)
    readings = [one for one in given if not is_held(one.site)]
    unseen = [one for one in given if is_held(one.site)] if options.held else []
    weigher = _weigher(readings)
    if options.only:
        weights = fit_only(options.only, _several(readings), weigher, options.folds)
        if options.write:
            _rewrite(options.write, weights, options.only, len(readings))
        return
    if options.pages:
        _fit_pages(readings, unseen, weigher, options)
        return
    if options.doubts:
        _fit_doubts(readings, weigher, options)
        return
    if options.onward:
        _fit_onward(readings, weigher, options)
        return
    names = _set_names(readings)
    sets = _fit_sets(readings, unseen, names, weigher, options.folds)
    fields = _fit_fields("fields", _several(readings), _several(unseen), weigher, options.folds)
    alone = _fit_fields("page_fields", _alone(readings), _alone(unseen), weigher, options.folds)
    joint = _fit_joint(readings, weigher, options.folds)
    if options.ablate:
        _ablate_sets(readings, names, weigher, options.folds)
        _ablate_fields(_several(readings), weigher, options.folds)
        _ablate_fields(_alone(readings), weigher, options.folds)
    if options.write:
        _write(options.write, "sets", sets, readings)
        _write(options.write, "fields", fields, readings)
        _write(options.write, "page_fields", alone, readings)
        _write(options.write, "joint", joint, readings)


def _fit_onward(readings: Sequence[Reading], weigher: Callable[[Reading], float], options: argparse.Namespace) -> None:
    """The weights of fields, begun with the present ones."""
    names = list(FIELD_FEATURES)
    strengths = np.array([_ONWARD_NAMES if name.startswith(_OF_NAMES) else _ONWARD for name in names])
    for name, part in (("fields", _several(readings)), ("page_fields", _alone(readings))):
        present, pages = load(name), _fielded(part, names, weigher)
        prior, kept = _prior(name, names), {one: present[one] for one in ("sure", "margin", "least")}
        print(f"{name} in right sets, {len(pages)} pages:")
        print(f"  present weights: {_verdicts(_all_decided(pages, prior), present['sure'], present['margin'])}")
        decided = _left_out_fields(pages, prior, options.folds, strengths=strengths)
        print(f"  fitted, sites left out: {_verdicts(decided, present['sure'], present['margin'])}")
        groups = [group for page in pages for group in page.fitted_on]
        model = fit_choice(groups, prior, strengths=strengths)
        if options.write:
            _write(options.write, name, {**model.plain(names), **kept}, part)


def _fit_pages(
    readings: Sequence[Reading],
    unseen: Sequence[Reading],
    weigher: Callable[[Reading], float],
    options: argparse.Namespace,
) -> None:
    """The weights of pages that are one record."""
    alone = _alone(readings)
    fields = _fit_fields("page_fields", alone, _alone(unseen), weigher, options.folds)
    if options.write:
        _write(options.write, "page_fields", fields, alone)


def _fit_doubts(readings: Sequence[Reading], weigher: Callable[[Reading], float], options: argparse.Namespace) -> None:
    """The weights of the doubts on what the rules read."""
    prior = _prior("fields_by_hand", list(FIELD_FEATURES))
    for name, part in (("misreading", _several(readings)), ("page_misreading", _alone(readings))):
        if not any(each.checked for one in part for each in one.pairings):
            continue
        doubts = fit_doubts(name, part, prior, weigher, options.folds)
        if options.write:
            _write(options.write, name, doubts, part)


def fitted_sets(readings: Sequence[Reading]) -> dict[str, float]:
    """The weights of record sets that readings give."""
    names = _set_names(readings)
    groups = _set_groups(readings, names, _weigher(readings))
    return fit_choice(groups, _prior("sets_by_hand", names)).plain(names)


def fitted_fields(readings: Sequence[Reading]) -> dict[str, float]:
    """The weights of the columns of lists that readings give, with the thresholds as they are."""
    names, present = list(FIELD_FEATURES), load("fields")
    pages = _fielded(_several(readings), names, _weigher(readings))
    model = fit_choice([group for page in pages for group in page.fitted_on], _prior("fields_by_hand", names))
    return {**model.plain(names), **{name: present[name] for name in ("sure", "margin", "least")}}


def _given(options: argparse.Namespace) -> list[Reading]:
    """The readings of the files, or of the labelled pages of the environment."""
    if options.readings:
        return [one for place in options.readings for one in loaded(place)]
    pages = chosen((), "all" if options.held else "fit")
    take(pages, options.cache)
    how = Options(cache=options.cache, features=True, variations=options.variations)
    return list(read_pages(pages, how, options.jobs))


def _several(readings: Sequence[Reading]) -> list[Reading]:
    return [one for one in readings if not one.detail]


def _alone(readings: Sequence[Reading]) -> list[Reading]:
    return [one for one in readings if one.detail]


def _arguments() -> argparse.Namespace:
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("readings", nargs="*", type=Path, help="files of readings with features")
    given.add_argument("--held", action="store_true", help="test on the sites that are held out, once at the end")
    given.add_argument("--cache", type=Path, default=default_cache(), help="where snapshots are kept")
    given.add_argument("--variations", type=int, default=_VARIATIONS, help=f"declarations a page [{_VARIATIONS}]")
    given.add_argument("--jobs", type=int, default=1, help="processes that read pages [1]")
    given.add_argument("--write", type=Path, help="folder for sets.json and fields.json")
    given.add_argument("--only", action="append", choices=list(FIELD_FEATURES), help="a feature that is fitted alone")
    given.add_argument("--pages", action="store_true", help="fit the weights of pages that are one record alone")
    given.add_argument("--doubts", action="store_true", help="fit the doubts on what the rules read")
    given.add_argument("--onward", action="store_true", help="begin with the present weights of fields")
    given.add_argument("--ablate", action="store_true", help="switch every feature off in turn")
    given.add_argument("--folds", type=int, default=10, help="parts of the sites, each left out in turn [10]")
    return given.parse_args()


def _weigher(readings: Sequence[Reading]) -> Callable[[Reading], float]:
    """What a page weighs: the pages of one site count together as the root of their number."""
    counts = Counter(one.site for one in readings)

    def weight(one: Reading) -> float:
        made = _GENERATED if one.site.startswith("generated/") else 1.0
        return made * (_TESTED if one.site.startswith(SITE) else 1.0) / max(1, counts[one.site]) ** 0.5

    return weight


# -- record sets ------------------------------------------------------------------------------------------------


def _set_names(readings: Sequence[Reading]) -> list[str]:
    return list(dict.fromkeys(name for one in readings for row in one.sets[:1] for name in row))


def _set_groups(readings: Sequence[Reading], names: Sequence[str], weigh: Callable[[Reading], float]) -> list[Group]:
    return [
        Group(matrix(one.sets, names), np.array(one.set_right, dtype=np.bool_), one.site, weigh(one))
        for one in readings
        if len(one.sets) > 1
    ]


def _first(groups: Sequence[Group], model: Linear | None = None) -> tuple[int, int]:
    """How many groups have a right candidate first, and among three."""
    first = three = 0
    for group in groups:
        order = np.argsort(-model.odds(group.rows), kind="stable") if model else np.arange(len(group.rows))
        first += bool(group.right[order[0]])
        three += bool(group.right[order[:3]].any())
    return first, three


def _fit_sets(
    readings: Sequence[Reading],
    unseen: Sequence[Reading],
    names: Sequence[str],
    weigh: Callable[[Reading], float],
    count: int,
) -> dict[str, float]:
    groups, prior = _set_groups(readings, names, weigh), _prior("sets_by_hand", names)
    fitted = _left_out(groups, prior, count)
    print(f"sets, {len(groups)} pages, {len(names)} features; first and among three:")
    print(f"  present weights {_first(groups)}; by hand {_first(groups, prior)}; fitted, sites left out {fitted}")
    for folder in sorted({one.folder for one in readings}):
        part = _set_groups([one for one in readings if one.folder == folder], names, weigh)
        sites = {group.site for group in part}
        rest = [group for group in groups if group.site not in sites]
        model = fit_choice(rest, prior) if rest else None
        print(f"    {folder} ({len(part)}): present {_first(part)}; fitted on the other folders {_first(part, model)}")
    model = fit_choice(groups, prior)
    if unseen:
        part = _set_groups(unseen, names, weigh)
        print(f"  held out ({len(part)}): present {_first(part)}; fitted {_first(part, model)}")
    return model.plain(names)


def _left_out(groups: Sequence[Group], prior: Linear, count: int) -> tuple[int, int]:
    first = three = 0
    for outside, inside in folds(groups, count):
        model = fit_choice([groups[place] for place in outside], prior)
        got = _first([groups[place] for place in inside], model)
        first, three = first + got[0], three + got[1]
    return first, three


def _left_out_tops(groups: Sequence[Group], prior: Linear, count: int) -> list[tuple[float, bool]]:
    """Of the first set of every page left out: its probability, and whether it is right."""
    tops: list[tuple[float, bool]] = []
    for outside, inside in folds(groups, count):
        model = fit_choice([groups[place] for place in outside], prior)
        for place in inside:
            scores = shares([float(value) for value in model.odds(groups[place].rows)])
            top = int(np.argmax(scores))
            tops.append((scores[top], bool(groups[place].right[top])))
    return tops


def _sure_sets(tops: Sequence[tuple[float, bool]]) -> float:
    print("  calibration of the first set (at least, pages, of them wrong):")
    for least in (0.0, 0.5, 0.7, 0.8, 0.9, 0.95):
        kept = [right for probability, right in tops if probability >= least]
        print(f"    {least:.2f} {len(kept):4} {sum(not right for right in kept):4}")
    for least in _STEPS:
        kept = [right for probability, right in tops if probability >= least]
        if sum(not right for right in kept) <= MOST_WRONG * 4 * len(kept):
            return least
    return _STEPS[-1]


def _fit_joint(readings: Sequence[Reading], weigh: Callable[[Reading], float], count: int) -> dict[str, float]:
    """Weights for the set in sight of the declared fields, and from which score on it is no doubt."""
    names = ["set", "mean", "least"]
    groups = [
        Group(matrix(one.joint, names), np.array(one.set_right, dtype=np.bool_), one.site, weigh(one))
        for one in readings
        if one.joint and one.columns_true
    ]
    prior = _prior("joint", names)
    print(f"sets in sight of the fields, {len(groups)} pages; first and among three:")
    print(f"  present {_first(groups, prior)}; fitted, sites left out {_left_out(groups, prior, count)}")
    sure = _sure_sets(_left_out_tops(groups, prior, count))
    print(f"  no doubt from {sure:.2f}")
    return {**fit_choice(groups, prior).plain(names), "sure": sure}


# -- fields -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fielded:
    """The declared fields of one page against the columns of its right set.

    `more` are other declarations of it, and the decisions without the right column.
    """

    groups: Sequence[Group]
    values: Sequence[int]
    site: str
    more: Sequence[Group] = ()

    @property
    def fitted_on(self) -> Sequence[Group]:
        """What a fit sees of the page; it is judged by its own declaration."""
        return [*self.groups, *self.more]


def _fielded(readings: Sequence[Reading], names: Sequence[str], weigh: Callable[[Reading], float]) -> list[Fielded]:
    pages: list[Fielded] = []
    for one in readings:
        if not one.pairings:
            continue
        weight = weigh(one)
        more = [
            _group(each, names, one.site, weight * _VARIED / len(one.varied)) for part in one.varied for each in part
        ]
        groups = [_group(each, names, one.site, weight) for each in one.pairings]
        typed = [each for each in one.pairings if each.type and each.type not in _WORDY]
        more += [_without(_group(each, names, one.site, weight * _WITHOUT)) for each in typed if any(each.right)]
        pages.append(Fielded(groups, one.pairings[0].values, one.site, more))
    return pages


def _group(one: Pairing, names: Sequence[str], site: str, weight: float) -> Group:
    return Group(matrix(one.rows, names), np.array(one.right, dtype=np.bool_), site, weight)


def _without(group: Group) -> Group:
    """The decision as if the page had not what is looked for, and all the rest."""
    rest = ~group.right
    return replace(group, rows=group.rows[rest], right=group.right[rest])


def _decide(page: Fielded, model: Linear, least: float) -> list[Decided]:
    """The choice that `map_fields` makes with these weights."""
    odds = [[float(value) for value in model.odds(group.rows)] for group in page.groups]
    return [
        Decided(False, 0.0, 0.0) if one is None else Decided(bool(group.right[one.place]), one.probability, one.margin)
        for group, one in zip(page.groups, choose(odds, page.values, least), strict=True)
    ]


def _left_out_fields(
    pages: Sequence[Fielded],
    prior: Linear,
    count: int,
    free: Flags | None = None,
    strengths: Matrix | None = None,
) -> list[Decided]:
    flat = [Group(page.groups[0].rows[:0], page.groups[0].right[:0], page.site, 1.0) for page in pages]
    decided: list[Decided] = []
    for outside, inside in folds(flat, count):
        model = fit_choice([group for place in outside for group in pages[place].fitted_on], prior, free, strengths)
        decided += [one for place in inside for one in _decide(pages[place], model, _LEAST)]
    return decided


def _fit_fields(
    name: str,
    readings: Sequence[Reading],
    unseen: Sequence[Reading],
    weigh: Callable[[Reading], float],
    count: int,
) -> dict[str, float]:
    names = list(FIELD_FEATURES)
    pages = _fielded(readings, names, weigh)
    present, prior = load(name), _prior("fields_by_hand", names)
    at_present = (present.get("sure", 0.5), present.get("margin", 0.2))
    now = _prior(name, names)
    decided = _left_out_fields(pages, prior, count)
    print(f"{name} in right sets, {len(pages)} pages, {len(decided)} fields, {len(names)} features:")
    print(f"  weights by hand: {_verdicts(_all_decided(pages, prior), *at_present)}")
    print(f"  present weights (fitted on these sites, too): {_verdicts(_all_decided(pages, now), *at_present)}")
    sure, margin = _threshold(decided)
    print(f"  fitted, sites left out, sure {sure}, margin {margin}: {_verdicts(decided, sure, margin)}")
    for at in ((0.5, 0.2), (0.7, 0.3), (0.8, 0.5), (0.9, 0.7)):
        print(f"    at {at}: {_verdicts(decided, *at)}")
    model = fit_choice([group for page in pages for group in page.fitted_on], prior)
    if unseen:
        held = _fielded(unseen, names, weigh)
        print(f"  held out, present: {_verdicts(_all_decided(held, now), *at_present)}")
        print(f"  held out, fitted: {_verdicts(_all_decided(held, model), sure, margin)}")
    return {**model.plain(names), "sure": sure, "margin": margin, "least": _LEAST}


def fit_only(
    only: Sequence[str], readings: Sequence[Reading], weigh: Callable[[Reading], float], count: int
) -> dict[str, float]:
    """The weights of fields as they are, but for some features, which are fitted with all others held."""
    names, present = list(FIELD_FEATURES), load("fields")
    free = np.array([name in only for name in names], dtype=np.bool_)
    now, by_hand = _prior("fields", names), _prior("fields_by_hand", names)
    prior = Linear(now.bias, np.where(free, by_hand.weights, now.weights))
    pages = _fielded(readings, names, weigh)
    print(f"fields in right sets, {len(pages)} pages; of {len(names)} features {int(free.sum())} are fitted:")
    at = (present["sure"], present["margin"])
    for title, part in (("labelled", False), ("of the tests", True)):
        some = [page for page in pages if page.site.startswith(SITE) == part]
        print(f"  pages {title}, present weights: {_verdicts(_all_decided(some, now), *at)}")
    decided = _left_out_fields(pages, prior, count, free)
    print(f"  all, fitted, sites left out: {_verdicts(decided, *at)}")
    model = fit_choice([group for page in pages for group in page.fitted_on], prior, free)
    fitted = model.plain(names)
    print("".join(f"  {name} {present.get(name, 0.0)} -> {fitted[name]}\n" for name in only), end="")
    return {**present, **{name: fitted[name] for name in only}}


def _all_decided(pages: Sequence[Fielded], model: Linear) -> list[Decided]:
    return [one for page in pages for one in _decide(page, model, _LEAST)]


def _prior(name: str, names: Sequence[str]) -> Linear:
    """The weights of a file of the package, those that a person set: what fitted ones stay near to."""
    given = load(name)
    return Linear(given.get("bias", 0.0), np.array([given.get(name, 0.0) for name in names]))


def _verdicts(decided: Sequence[Decided], sure: float, margin: float) -> str:
    said = [one for one in decided if one.probability >= sure and one.margin >= margin]
    wrong = sum(not one.right for one in said)
    share = 100 * wrong / len(said) if said else 0.0
    asked = 100 * (1 - len(said) / len(decided)) if decided else 0.0
    guess = sum(one.right for one in decided)
    return (
        f"right {len(said) - wrong} · ask {asked:.0f} % · sure and wrong {wrong} ({share:.2f} %);"
        f" best guess {guess} of {len(decided)}"
    )


def _threshold(decided: Sequence[Decided]) -> tuple[float, float]:
    """The thresholds that call most fields sure while at most `MOST_WRONG` of them are wrong."""
    best, kept = (_STEPS[-1], _MARGINS[-1]), -1
    for sure in _STEPS:
        for margin in _MARGINS:
            said = [one.right for one in decided if one.probability >= sure and one.margin >= margin]
            wrong = sum(not right for right in said)
            if wrong <= MOST_WRONG * len(said) and len(said) > kept:
                best, kept = (sure, margin), len(said)
    return best


# -- what a feature brings ------------------------------------------------------------------------------------------


def _dulled(group: Group, place: int) -> Group:
    """A group with one feature off."""
    rows: Matrix = group.rows.copy()
    rows[:, place] = 0.0
    return replace(group, rows=rows)


def _ablate_sets(
    readings: Sequence[Reading], names: Sequence[str], weigh: Callable[[Reading], float], count: int
) -> None:
    groups, prior = _set_groups(readings, names, weigh), _prior("sets_by_hand", names)
    whole = _left_out(groups, prior, count)
    print(f"sets, each feature off in turn (all: {whole}):")
    for place, name in enumerate(names):
        less = [_dulled(group, place) for group in groups]
        got = _left_out(less, prior, count)
        print(f"  {name:20} {got[0] - whole[0]:+d} {got[1] - whole[1]:+d}")


def _ablate_fields(readings: Sequence[Reading], weigh: Callable[[Reading], float], count: int) -> None:
    names = list(FIELD_FEATURES)
    pages, prior = _fielded(readings, names, weigh), _prior("fields_by_hand", names)
    whole = _left_out_fields(pages, prior, count)
    print(f"fields, each feature off in turn (all: {_summary(whole)}):")
    for place, name in enumerate(names):
        less = [
            Fielded(
                [_dulled(group, place) for group in page.groups],
                page.values,
                page.site,
                [_dulled(group, place) for group in page.more],
            )
            for page in pages
        ]
        got = _summary(_left_out_fields(less, prior, count))
        print(f"  {name:20} {got[0] - _summary(whole)[0]:+d} guessed, {got[1] - _summary(whole)[1]:+d} sure")


def _summary(decided: Sequence[Decided]) -> tuple[int, int]:
    """Best guesses that are right; fields that may be called sure."""
    sure, margin = _threshold(decided)
    said = sum(one.probability >= sure and one.margin >= margin for one in decided)
    return sum(one.right for one in decided), said


# -- the files ------------------------------------------------------------------------------------------------------


def _write(folder: Path, name: str, weights: Mapping[str, float], readings: Sequence[Reading]) -> None:
    digest = hashlib.sha256("".join(sorted(one.data for one in readings)).encode())
    told = {
        "note": f"fitted by tools/fit on {len(readings)} labelled pages of {len({one.site for one in readings})} sites",
        "data": digest.hexdigest()[:16],
        "weights": weights,
    }
    _put(folder / f"{name}.json", told)


def _rewrite(folder: Path, weights: Mapping[str, float], only: Sequence[str], pages: int) -> None:
    """Put weights in the place of those that a file has, and what was fitted alone into its note."""
    place = folder / "fields.json"
    told = json.loads(place.read_text(encoding="utf-8"))
    more = f"{', '.join(only)} fitted alone on {pages} pages, the others held"
    _put(place, {**told, "note": f"{told['note']}; {more}", "weights": weights})


def _put(place: Path, told: Mapping[str, object]) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)  # after many minutes of fitting
    place.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
