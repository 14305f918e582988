"""Reads a page that is one record by its columns, where the rules leave a field open or rather misread it.

The rules look for a field's very name there: "Prep" for `prep_time`, "Genres" for `genre` are nowhere, and a title is
one of several headings. The page's columns are weighed as those of record sets are, by weights fitted on such pages. A
column that is probable is read by the rules under its label, or by its key, and has to say the same; what they can't
read there is taken as the column has it. All of that is told where it is found; a label or a key that was told is no
doubt again on the pages after it. A label that has a word of the name and says more is of something else: the "Author
website", the "Maximum age".
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from webdart.extract.comparison import folded, is_comparable, is_same_but_for
from webdart.extract.match import Question, map_fields
from webdart.extract.match.joint import Reading
from webdart.extract.match.likeness import lexical, roles
from webdart.extract.misreading import BY_TYPE, misreading
from webdart.extract.model import Column
from webdart.extract.named_columns import LABELS
from webdart.extract.open_fields import LABEL, by_form, is_probable, keys_of, label_of_column, told_spec
from webdart.extract.page import page_from_view
from webdart.extract.score import load
from webdart.extract.second_reading import SecondReading, Sources, field_spec, is_told_by_column
from webdart.extract.sets import page_record
from webdart.lexicon.phrases import languages, meant
from webdart.page.model import PageView
from webdart.page.text_match import without_mark
from webdart.records import Extraction, ListingSpec, Wrapper
from webdart.records import read as read_by_rules
from webdart.records.columns.synonyms import are_translations, has_meaning, mean_alike, mean_apart
from webdart.records.model import Remark
from webdart.records.query.field_matches import label_of
from webdart.records.query.wrapper import Anchor
from webdart.records.words import plain
from webdart.values import replace
from webdart.workflow.model import Field, Value

_SORT, _NAME, _JOINT = "sort_word", "name_word", "joint_word"
_CODE = "en"  # the language of most names of fields
_ORGANISATION = "organisation"  # the role of companies
_PEOPLE = frozenset(
    f"means_{one}"
    for one in (
        "author", "customer", "seller", "owner", "assignee", "contact", "organizer", "teacher", "sender", "publisher",
        "director", "editor", "developer", "artist", "composer", "producer", "translator", "judge", "brand", "team",
        "member", "title",
    )
)  # fmt: skip
"""Meanings of names of people, companies, and of what records are called: a sort of these is not these."""
_LETTERS = 40  # of a value that a remark shows
_BY_LABEL = "label:"
"""How the key of a column begins that is read by a label."""
_OF_TITLES = ("page_title", "title_page", "title_heading")
"""Features that say that a column is what the page is called."""
_SAID = LABELS | {"given"}  # where names come from that a page shows, or gives for machines
_UNWORDED = frozenset({"link", "boolean"})
"""Types of fields whose columns no words tell: these are left to the rules."""


def with_columns(
    view: PageView, spec: ListingSpec, wrapper: Wrapper | None, found: Extraction, before: int | None, own: ListingSpec
) -> Extraction:
    """The page with the fields that are open by its columns; of a first page also those that are rather misread.

    `spec` is asked of it, with the labels that a page before taught; `own` is what the file declares. A field stays as
    it is whose column is not probable, or which would change what is read of another; a page that can't be read by
    columns does.
    """
    if found.verdict != "found" or len(found.records) != 1:
        return found
    try:
        labelled = {field.name for field in own.sought if field.label is not None}
        columns = _columns_of(view, spec, wrapper, before)
        return found if columns is None else columns.added_to(found, labelled)
    except (LookupError, ValueError, ArithmeticError, RecursionError):
        return found


def _columns_of(view: PageView, spec: ListingSpec, wrapper: Wrapper | None, before: int | None) -> "_Columns | None":
    """The columns of a page that is one record; None where it has none."""
    page = page_from_view(view, spec.locale)
    record = page_record(page, labelled=True)
    if record is None:
        return None
    asked = [field_spec(field) for field in spec.sought if is_told_by_column(field)]
    weighed = Reading(record, map_fields(Question(record, asked, page, spec.locale)), 0.0, 1.0)
    second = SecondReading(page, Sources(view, spec, wrapper), [weighed])
    named = second.named(record)
    alone = {name: replace(one, column=named.get(name, one.column)) for name, one in weighed.alone.items()}
    return _Columns(second, replace(weighed, alone=alone), named, before)


@dataclass(frozen=True)
class _Columns:
    """The columns of a page, with which of them is each field's; those that are `named` are in no doubt."""

    second: SecondReading
    reading: Reading
    named: Mapping[str, int]
    before: int | None

    def added_to(self, found: Extraction, labelled: Collection[str]) -> Extraction:
        """A reading with what the columns answer; `labelled`: fields whose label the file gives."""
        is_open = {one.field for one in (*found.problems, *found.missing)}
        is_open |= (labels := {field.name for field in self.second.mapped if self._is_label(field, found)})
        named = [field for field in self.second.mapped if self._is_named(field, found, is_open)]
        others = [field for field in self.second.mapped if field.name not in self.named]
        fields = [field for field in others if self._is_answered(field, found, is_open)]
        fields = [*named, *(field for field in fields if not self._is_of_another(field))]
        held = [field for field in others if self._is_to_be_held(field, found, is_open)]
        got, told = self._by_rules(fields, held, found)
        left = [field for field in fields if field in named or field.name in is_open]
        got = self._with_values([field for field in left if field not in told], got)
        unread = labels - {field.name for field in fields}
        doubts = [self._of_label(name, found) for name in sorted(unread)]
        doubts += [self._of_one_of_several(field, got) for field in others if self._is_of_several(field, labelled, got)]
        doubts += [self._of_other_thing(field, words) for field in others if (words := self._other_label(field, got))]
        return replace(got, remarks=(*got.remarks, *doubts))

    def _is_label(self, field: Field, found: Extraction) -> bool:
        """Whether what the rules read is a word that the page has for something else: "Organiser" behind "Place"."""
        value = found.records[0].values.get(field.name)
        said = folded(without_mark(value)) if isinstance(value, str) else ""
        if field.type.kind != "text" or not said or said not in self._words:
            return False
        return self._is_by_label(field, found) or said != folded(self._text(field))

    @cached_property
    def _words(self) -> frozenset[str]:
        """The labels of the page that are words for columns."""
        names = (name for column in self.reading.record_set.columns for name in column.names if name.source == "label")
        return frozenset(folded(name.words) for name in names if has_meaning(name.words))

    def _text(self, field: Field) -> str:
        return (self._column(field).values[0] or "") if self.reading.alone[field.name].column >= 0 else ""

    def _of_label(self, name: str, found: Extraction) -> Remark:
        said = str(found.records[0].values.get(name))[:_LETTERS]
        text = f"read as {said!r}, which the page has for a label: an `at` says where the value stands"
        return Remark(code="other column", text=text, table=self.second.spec.extract.into, column=name, count=1)

    def _other_label(self, field: Field, got: Extraction) -> str:
        """The label of what the rules read, if the page calls it by a word for something else wherever it stands."""
        value, name, anchor = got.records[0].values.get(field.name), label_of(field), self._anchor(field, got)
        by_text = anchor is not None and (anchor.tier == "type" or anchor.key.startswith(_BY_LABEL))
        told = field.label is not None or any(one.column == field.name for one in got.remarks)
        if value is None or not by_text or told:
            return ""
        same = [one for one in self.reading.record_set.columns if self.second.values_of(one, field) == (value,)]
        labels = [one.words for column in same for one in column.names if one.source in _SAID]
        apart = labels and all(mean_apart(name, words) and not lexical(name, words) for words in labels)
        return labels[0] if apart else ""

    def _is_of_several(self, field: Field, labelled: Collection[str], got: Extraction) -> bool:
        """Whether a later page's value was read by a label that a page before taught, and that names no one place."""
        if self.second.sources.wrapper is None or field.name in labelled or not self._is_by_label(field, got):
            return False
        has_value = got.records[0].values.get(field.name) is not None
        return has_value and not any(one.column == field.name for one in got.remarks)

    def _of_one_of_several(self, field: Field, got: Extraction) -> Remark:
        said = str(got.records[0].values.get(field.name))[:_LETTERS]
        text = f"read as {said!r}, where its label is not the only one, or not on its own: an `at` says which is meant"
        return Remark(code="other column", text=text, table=self.second.spec.extract.into, column=field.name, count=1)

    def _of_other_thing(self, field: Field, label: str) -> Remark:
        text = f"read from the text labelled {label!r}; `label: {label}` says that it is meant"
        return Remark(code=BY_TYPE, text=text, table=self.second.spec.extract.into, column=field.name, count=1)

    @staticmethod
    def _anchor(field: Field, found: Extraction) -> Anchor | None:
        return found.wrapper.anchors.get(field.name) if found.wrapper is not None else None

    def _is_by_type(self, field: Field, found: Extraction) -> bool:
        anchor = self._anchor(field, found)
        return anchor is not None and anchor.tier == "type"

    def _is_by_label(self, field: Field, found: Extraction) -> bool:
        anchor = self._anchor(field, found)
        return anchor is not None and anchor.tier == LABEL

    def _is_named(self, field: Field, found: Extraction, is_open: Collection[str]) -> bool:
        """Whether the page calls a column as a field, and the rules have none, no value, or took one by its type."""
        told = is_comparable(field) and field.type.kind not in _UNWORDED and field.name in self.named
        if not told or self._value(field) is None:
            return False
        if self._is_by_type(field, found) or field.name in is_open or found.records[0].values.get(field.name) is None:
            return True
        return self._is_by_label(field, found) and not self.second.is_agreed(self.reading, field, found)

    def _is_answered(self, field: Field, found: Extraction, is_open: Collection[str]) -> bool:
        """Whether a field needs an answer, and its column is probable."""
        if not is_comparable(field) or field.type.kind in _UNWORDED or not self._is_probable(field):
            return False
        if self._was_labelled(field) and not (self._labels(field) and self._says_just(field)):
            return False
        return self._value(field) is not None and (
            field.name in is_open or (self.second.sources.wrapper is None and self._is_misread(field, found))
        )

    def _is_to_be_held(self, field: Field, found: Extraction, is_open: Collection[str]) -> bool:
        """Whether a first page's label of the same meaning names what the rules took by its type alone.

        Read by that label, a later page without it has no such field, whatever else of the type it has.
        """
        if self.second.sources.wrapper is not None or field.name in is_open or not self._is_by_type(field, found):
            return False
        has_label = self.reading.alone[field.name].column >= 0 and bool(self._labels(field))
        return has_label and self._says_just(field) and self.second.is_agreed(self.reading, field, found)

    def _was_labelled(self, field: Field) -> bool:
        """Whether a page before read a field by a label; without one, a later page has no such field."""
        wrapper = self.second.sources.wrapper
        anchor = wrapper.anchors.get(field.name) if wrapper is not None else None
        return anchor is not None and anchor.key.startswith(_BY_LABEL)

    def _labels(self, field: Field) -> list[str]:
        return [one.words for one in self._column(field).names if one.source in LABELS]

    def _is_probable(self, field: Field) -> bool:
        choice = self.reading.alone[field.name]
        if choice.column < 0:
            return False
        asked = field.name.replace("_", " ")
        labels = self._labels(field)
        alike = load("second_opinion")["named_alike"]
        named = any(lexical(asked, words) >= alike or self._mean_the_same(words, field) for words in labels)
        if not is_probable(self.second, self.reading, field, "named" if named else "called"):
            return False
        others = {label_of(one) for one in self.second.spec.sought if one is not field}
        if self._says_more(field, labels) or not others.isdisjoint(plain(without_mark(one)) for one in labels):
            return False
        other = [words for words in labels if has_meaning(words) and not lexical(asked, words)]
        is_apart = bool(other) and all(mean_apart(asked, words) for words in other)
        return not is_apart and not self._is_called_elsewhere(field)

    def _is_called_elsewhere(self, field: Field) -> bool:
        """Whether a text of the page is a field's very name, and nothing that names its column is."""
        names = {folded(field.name.replace("_", " ")), folded(label_of(field))}
        said = {folded(without_mark(one.words)) for one in self._column(field).names}
        return names.isdisjoint(said) and not names.isdisjoint(self._texts)

    @cached_property
    def _texts(self) -> frozenset[str]:
        """What the page's short texts say, each as a label would."""
        page = self.second.page
        return frozenset(folded(without_mark(text)) for text in page.texts if 0 < len(text) <= _LETTERS)

    def _is_of_another(self, field: Field) -> bool:
        """Whether another field's column, which is more probable, says the same at the same place, or around it."""
        own, value = self.reading.alone[field.name], self._value(field)
        return any(
            self.reading.alone[other.name].probability > own.probability
            and self._value(other) == value
            and self._are_one(self._column(field), self._column(other))
            for other in self.second.mapped
            if other is not field and self.reading.alone[other.name].column >= 0
        )

    def _value(self, field: Field) -> Value:
        """What a field's column says; a sign alone that no label names, as what parts two links, is nothing."""
        values = self.second.values_of(self._column(field), field)
        value = None if values is None else values[0]
        is_sign = isinstance(value, str) and not any(map(str.isalnum, value))
        return None if is_sign and not self._labels(field) else value

    def _are_one(self, one: Column, other: Column) -> bool:
        (first,), (second,) = one.nodes, other.nodes
        return min(first, second) >= 0 and (self._holds(first, second) or self._holds(second, first))

    def _holds(self, outer: int, inner: int) -> bool:
        return outer <= inner < self.second.page.ends[outer]

    def _column(self, field: Field) -> Column:
        return self.reading.record_set.columns[self.reading.alone[field.name].column]

    def _says_more(self, field: Field, labels: Sequence[str]) -> bool:
        """Whether labels have a word of a field's name, and each of them others, on the whole."""
        asked, least = field.name.replace("_", " "), load("second_opinion")["called_alike"]
        shared = [words for words in labels if lexical(asked, words)]
        return bool(shared) and not any(
            max(lexical(words, asked), lexical(self._unsorted(words, field), asked)) >= least
            or mean_alike(words, asked, self.second.languages, field.type.kind)
            for words in shared
        )

    def _unsorted(self, words: str, field: Field) -> str:
        """A label without the words that only say of what sort a field is: the fuel of "Fuel type".

        The type of a customer or of a company is something else, and so is the type of what nothing is known of.
        """
        meanings = frozenset[str]().union(*map(meant, field.name.split("_")))
        sorted_ = bool(meanings) and meanings.isdisjoint(_PEOPLE) and _ORGANISATION not in roles(field.name)
        concepts = [_JOINT, *([_NAME] if field.type.kind == "text" else []), *([_SORT] if sorted_ else [])]
        spare = frozenset[str]().union(*map(self._said, concepts))
        dated = field.type.kind in {"date", "datetime"}
        return " ".join(word for word in words.split() if plain(word) not in spare and not (dated and _is_date(word)))

    def _said(self, concept: str) -> frozenset[str]:
        """The words of a concept in English and in the page's languages."""
        spoken = languages()
        return frozenset(
            word for code in {*self.second.languages, _CODE} for word in spoken.get(code, {}).get(concept, ())
        )

    def _says_just(self, field: Field) -> bool:
        """Whether a field's column has no label, or one that means what the field's name does, and no more."""
        asked, least = field.name.replace("_", " "), load("second_opinion")["called_alike"]
        labels = self._labels(field)
        return not labels or any(
            lexical(words, asked) >= least or self._mean_the_same(words, field) for words in labels
        )

    def _mean_the_same(self, words: str, field: Field) -> bool:
        """Whether a label and a field's name, whose type leaves some meanings out, mean no more than each other."""
        asked, spoken = field.name.replace("_", " "), self.second.languages
        return mean_alike(words, asked, spoken, field.type.kind) and mean_alike(asked, words, spoken)

    def _is_misread(self, field: Field, found: Extraction) -> bool:
        """Whether the rules rather misread a field: not for a label that says more, as "Last updated" of a date.

        What a record's own page is called is the record's name, which the listing has: no other field's.
        """
        if self.second.is_agreed(self.reading, field, found) or not self._says_just(field):
            return False
        if self.second.spec.kind == "detail" and any(map(self.reading.alone[field.name].features.get, _OF_TITLES)):
            return False
        one = misreading(self.second, self.reading.record_set, self.reading.alone, field, found)
        return one is not None and not one.labelled and one.odds >= load("page_misreading")["decides"]

    def _by_rules(
        self, asked: Sequence[Field], held: Sequence[Field], found: Extraction
    ) -> tuple[Extraction, Sequence[Field]]:
        """The page as the rules read it with the labels or the keys of columns, and the fields that are read so.

        What is `held` is read as it was, and no doubt.
        """
        fields = [*asked, *held]
        labels = {field.name: label for field in fields if (label := self._label_of(field))}
        keys = keys_of(self.second, self.reading, [field for field in fields if field.name not in labels])
        told = [field for field in fields if field.name in labels or keys[field.name]]
        sources = self.second.sources
        while told:
            names = {field.name for field in told}
            spec = told_spec(self.second.spec, _of(keys, names), _of(labels, names))
            got = read_by_rules(sources.view, spec, sources.wrapper, before=self.before)
            right = [field for field in told if self._is_read(field, got)]
            if right == told:
                open_ = [field for field in told if field not in held and field.name not in self.named]
                doubts = [self._doubt(field, labels.get(field.name, "")) for field in open_]
                kept = _keeps_others(names, found, got)
                return (replace(got, remarks=(*got.remarks, *doubts)), told) if kept else (found, ())
            told = right
        return found, ()

    def _label_of(self, field: Field) -> str:
        """The words that name a field's column: of several, those that are called as it is."""
        if field.name not in self.named:
            return label_of_column(self.reading, field.name)
        name, labels = label_of(field), self._labels(field)
        same = [words for words in labels if plain(words) == name]
        same += [words for words in labels if self._are_translations(field, plain(words))]
        return (same or labels)[0]

    def _are_translations(self, field: Field, words: str) -> bool:
        return are_translations(label_of(field), words, self.second.languages, field.type.kind)

    def _is_read(self, field: Field, got: Extraction) -> bool:
        """Whether a field was read, without a question, as its column has it."""
        is_open = {one.field for one in (*got.problems, *got.missing)}
        return len(got.records) == 1 and field.name not in is_open and self.second.is_agreed(self.reading, field, got)

    def _with_values(self, fields: Sequence[Field], found: Extraction) -> Extraction:
        """A reading with what columns say that the rules can't read."""
        read = [(field.name, self.second.values_of(self._column(field), field)) for field in fields]
        values = {name: said[0] for name, said in read if said is not None}
        texts = {field.name: self._column(field).values[0] or "" for field in fields}
        if not fields:
            return found
        record, doubts = found.records[0], [self._doubt(field, "") for field in fields if field.name not in self.named]
        named = {
            one.name: Anchor(f"{_BY_LABEL}{plain(self._label_of(one))}", LABEL)
            for one in fields
            if one.name in self.named
        }
        missing = tuple(one for one in found.missing if one.field not in values)
        return replace(
            found,
            records=(replace(record, values={**record.values, **values}, raw={**record.raw, **texts}),),
            wrapper=_with_anchors(found.wrapper, named),
            missing=missing,
            fit=1 - len(missing) / len(self.second.spec.sought),
            problems=tuple(one for one in found.problems if one.field not in values),
            remarks=(*(one for one in found.remarks if one.column not in values), *doubts),
        )

    def _doubt(self, field: Field, label: str) -> Remark:
        if not label:
            return by_form(
                self.second.spec.extract.into, field, self.reading.alone[field.name], self.reading.record_set
            )
        shown = repr((self._column(field).values[0] or "")[:_LETTERS])
        text = f"taken from {label!r}, as in {shown}: `label: {label}` settles it"
        return Remark(code="other column", text=text, table=self.second.spec.extract.into, column=field.name, count=1)


def _with_anchors(wrapper: Wrapper | None, anchors: Mapping[str, Anchor]) -> Wrapper | None:
    return None if wrapper is None else replace(wrapper, anchors={**wrapper.anchors, **anchors})


def _is_date(word: str) -> bool:
    return meant(plain(word)) == frozenset({"means_date"})


def _of(words: Mapping[str, str], names: Collection[str]) -> dict[str, str]:
    return {name: word for name, word in words.items() if name in names}


def _keeps_others(names: Collection[str], found: Extraction, got: Extraction) -> bool:
    """Whether a page read again has all fields but those named as before."""
    was_open, is_open = ({one.field for one in (*each.problems, *each.missing)} for each in (found, got))
    return is_same_but_for(names, found, got) and is_open <= was_open
