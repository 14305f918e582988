"""What speaks for a column being a declared field: named features of the pair, 0 to 1."""

from collections.abc import Callable, Mapping

from webdart.extract.match import extent, looks, naming, values
from webdart.extract.match.likeness import folded, roles
from webdart.extract.match.pair import Pair
from webdart.extract.match.question import STRONG, Question
from webdart.extract.model import FieldSpec

_CLASSES = ("class0", "class1", "class2", "around")
_MAIN = 0.6  # share of the letters of a cell that its main text has
_TELLING = 4  # letters of a text that a title does not hold by chance
_DIGITS = 2  # of a code that is no name: "U2", "CO2"
_CODE, _NUMBER = "identifier", "id"  # the role of names of codes, and such a name
_WRONG = 0.05  # fit of a type below which it is another


def _first_text(pair: Pair) -> float:
    return _by_rank(pair.question.view.ranks.get(pair.question.stands_for(pair.place)))


def _first_telling(pair: Pair) -> float:
    return _by_rank(pair.question.view.telling_ranks.get(pair.question.stands_for(pair.place)))


def _by_rank(rank: int | None) -> float:
    return 0.0 if rank is None else 1.0 / (1 + rank)


def _title_like(pair: Pair) -> float:
    """A title's role, and a heading or the words of the main link."""
    heading = any(one.source == "tag" and one.words == "heading" for one in pair.column.names)
    return float(
        "title" in pair.roles and (heading or pair.question.stands_for(pair.place) in pair.question.view.linked)
    )


def _of_role(role: str, test: Callable[[Pair], float]) -> Callable[[Pair], float]:
    """A feature that only counts for fields of a role."""
    return lambda pair: test(pair) if role in pair.roles else 0.0


def _of_texts(test: Callable[[Pair], float]) -> Callable[[Pair], float]:
    """A feature that only counts for fields that are texts."""
    return lambda pair: test(pair) if pair.kind == "text" else 0.0


def _page_title(pair: Pair) -> float:
    """The one record's text, as the title of the page has it."""
    record_set = pair.question.record_set
    if len(record_set) != 1 or not pair.is_plain:
        return 0.0
    value = folded(pair.column.values[0] or "")
    return float(len(value) >= _TELLING and value in pair.question.title)


def _coded_heading(pair: Pair) -> float:
    """The heading of a page that is one record, which is a code, "B-437/25", where no label names one."""
    question, value = pair.question, pair.column.values[0] or ""
    if len(question.record_set) != 1 or not pair.is_plain or not question.is_heading(pair.place):
        return 0.0
    is_code = pair.column.kind == "text" and sum(map(str.isdigit, value)) >= _DIGITS
    named = any(
        one.source in STRONG and _CODE in roles(one.words) for each in question.record_set.columns for one in each.names
    )
    return values.coded(pair) if is_code and not named and question.means(pair.field, _NUMBER) else 0.0


PAIR_FEATURES: Mapping[str, Callable[[Pair], float]] = {
    "type": values.type_fit,
    "type_wrong": lambda pair: float(values.type_fit(pair) <= _WRONG),
    "name_head": lambda pair: pair.named("head", "heads", "given"),
    "name_label": lambda pair: pair.named("label", "before"),
    "name_near": lambda pair: pair.named("near"),
    "name_caption": lambda pair: pair.named("caption", "after"),
    "name_in_head": lambda pair: pair.named("in_head"),
    "name_itemprop": lambda pair: pair.named("itemprop"),
    "name_title": lambda pair: pair.named("title", "datum"),
    "name_class": lambda pair: pair.named("class0"),
    "name_class_near": lambda pair: pair.named("class1"),
    "name_class_far": lambda pair: pair.named("class2", "around"),
    "name_tag": lambda pair: pair.named("tag"),
    "role_head": lambda pair: pair.role("head", "heads", "given"),
    "role_label": lambda pair: pair.role("label", "near", "before", "caption", "after"),
    "role_class": lambda pair: pair.role("class0", "itemprop", "title", "datum"),
    "role_class_near": lambda pair: pair.role("class1", "class2", "around"),
    "role_tag": lambda pair: pair.role("tag"),
    "role_kind": values.kind_role,
    "label_head": lambda pair: pair.labelled("head", "heads", "given"),
    "label_label": lambda pair: pair.labelled("label", "before"),
    "label_near": lambda pair: pair.labelled("near"),
    "label_caption": lambda pair: pair.labelled("caption", "after"),
    "label_in_head": lambda pair: pair.labelled("in_head"),
    "label_other": lambda pair: pair.labelled("itemprop", "title", "datum", "tag", *_CLASSES),
    "label_missing": naming.unlabelled,
    "label_far": naming.label_far,
    "other_head": naming.other_head,
    "other_role": naming.other_role,
    "text_title": lambda pair: float("title" in pair.roles) * _first_text(pair),
    "first_text": _first_text,
    "title_telling": _of_role("title", _first_telling),
    "title_like": _title_like,
    "main_link": lambda pair: float(pair.place == pair.question.view.main_link and pair.field.type == "link"),
    "title_link": lambda pair: float(pair.field.type == "link" and pair.question.holds_title(pair.place)),
    "other_link": lambda pair: float(pair.column.source == "@href" and pair.place != pair.question.view.main_link),
    "attribute": lambda pair: float(pair.column.source.startswith("@") and pair.column.source not in {"@href", "@src"}),
    "machine": lambda pair: float(pair.column.source in {"@datetime", "@content"}) * values.type_fit(pair),
    "only": values.only_of_kind,
    "prose": lambda pair: float(pair.column.kind == "long" and "description" in pair.roles),
    "reads": values.reads,
    "misreads": values.misreads,
    "only_readable": values.only_readable,
    "role_unlike": values.role_unlike,
    "related_head": lambda pair: naming.is_related(
        pair, "head", "heads", "given", "label", "before", "near", "caption"
    ),
    "related_class": lambda pair: naming.is_related(pair, "class0", "itemprop", "title", "datum"),
    "means_head": lambda pair: naming.means(pair, "head", "heads", "given", "label", "before"),
    "means_near": lambda pair: naming.means(pair, "near", "caption"),
    "only_means": naming.only_means,
    "means_class": lambda pair: naming.means(pair, "class0", "class1", "itemprop", "title", "datum"),
    "other_means": naming.other_means,
    "leads": lambda pair: naming.addressed(pair, "leads"),
    "folder": lambda pair: naming.addressed(pair, "folder"),
    "address_role": naming.address_role,
    "other_address_role": naming.other_address_role,
    "apart": naming.is_apart,
    "claimed": naming.claimed,
    "best_named": naming.best_named,
    "other_named": naming.other_named,
    "preceded": naming.preceded,
    "led": naming.led,
    "starts_labelled": naming.starts_labelled,
    "starts_otherwise": naming.starts_otherwise,
    "former": values.former_price,
    "cut": values.cut_short,
    "uncut": lambda pair: float(pair.place in pair.question.uncut),
    "main_of_cell": lambda pair: float(_MAIN <= pair.question.shares[pair.place] < 1.0),
    "bit_of_cell": lambda pair: float(pair.is_plain and pair.question.shares[pair.place] < _MAIN),
    "wrapped": lambda pair: float(pair.question.dominated[pair.place] >= _MAIN),
    "around": lambda pair: float(pair.question.is_around(pair.place)),
    "repeats": lambda pair: pair.question.repeats.get(pair.place, 0.0),
    "others_too": values.others_too,
    "whole_link": _of_texts(lambda pair: pair.question.wholes[pair.place][1]),
    "bit_of_link": _of_texts(extent.bit_of_link),
    "whole_heading": _of_texts(lambda pair: pair.question.wholes[pair.place][0]),
    "whole_line": extent.whole_line,
    "bit_of_line": extent.bit_of_line,
    "text_bit_of_line": _of_texts(extent.bit_of_line),
    "linked_bit_of_line": extent.linked_bit_of_line,
    "several_lines": extent.several_lines,
    "one_line_parts": extent.one_line_parts,
    "bit_of_labelled": extent.bit_of_labelled,
    "text_bit_of_labelled": _of_texts(extent.bit_of_labelled),
    "bare_slot": extent.bare_slot,
    "one_of_several": extent.one_of_several,
    "title_sentence": _of_role("title", values.sentences),
    "headed_bit": extent.headed_bit,
    "picture_title": _of_role("title", lambda pair: float(pair.question.is_main_picture(pair.place))),
    "described_weight": _of_role("description", lambda pair: pair.is_plain * pair.question.weights[pair.place]),
    "described_title": _of_role("description", lambda pair: float(pair.is_plain and _first_telling(pair) == 1.0)),
    "control": lambda pair: float(pair.question.is_control(pair.place)),
    "fragment": lambda pair: float(pair.place in pair.question.fragments),
    "page_title": _page_title,
    "title_page": _of_role("title", _page_title),
    "title_heading": _of_role("title", lambda pair: float(pair.is_plain and pair.question.is_heading(pair.place))),
    "title_heading_page": _of_role(
        "title", lambda pair: float(pair.question.is_heading(pair.place)) * _page_title(pair)
    ),
    "title_whole_heading": _of_role("title", lambda pair: pair.question.wholes[pair.place][0]),
    "title_whole_link": _of_role("title", lambda pair: pair.question.wholes[pair.place][1]),
    "title_distinct": _of_role("title", lambda pair: pair.is_plain * pair.column.features.get("distinct", 0.0)),
    "title_weight": _of_role("title", lambda pair: pair.is_plain * pair.question.weights[pair.place]),
    "relative": values.is_relative,
    "number_coded": _of_texts(_of_role("identifier", values.coded)),
    "number_heading": _of_texts(_coded_heading),
    "number_words": _of_texts(_of_role("identifier", values.without_digits)),
    "title_coded": _of_texts(_of_role("title", values.coded)),
    "look_fits": looks.look_fits,
    "look_differs": looks.look_differs,
    "fill": lambda pair: pair.column.fill,
    "distinct": lambda pair: pair.column.features.get("distinct", 0.0),
    "constant": lambda pair: float(pair.column.constant),
    "composite": lambda pair: float(pair.column.composite),
    "hidden": lambda pair: float(pair.column.hidden),
    "is_label": lambda pair: float(pair.column.label),
    "is_labelled": lambda pair: float(pair.column.derived == "labelled"),
    "is_list": lambda pair: float(pair.column.derived == "list"),
    "list_wanted": lambda pair: float(pair.column.derived == "list" and pair.field.many),
    "is_slot": lambda pair: float(pair.column.derived in {"slot", "date", "money", "integer"}),
    "is_either": lambda pair: float(pair.column.derived == "or"),
    "is_context": lambda pair: float(pair.column.derived == "context"),
    "match": values.matched,
    "order": lambda pair: 1.0 - pair.place / max(1, len(pair.question.view.record_set.columns)),
}


def pair_features(field: FieldSpec, place: int, question: Question) -> dict[str, float]:
    """Every feature of a field and the column at `place`."""
    pair = Pair(field, place, question)
    return {name: feature(pair) for name, feature in PAIR_FEATURES.items()}
