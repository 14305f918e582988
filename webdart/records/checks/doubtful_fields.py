"""Tells of fields that were taken by less than a name.

What a page calls otherwise, what nothing names, a number out of a text that says more than the number, and what stands
behind a label as another label would.
"""

import re
from collections.abc import Callable, Sequence
from itertools import takewhile

from webdart.lexicon import lexicon
from webdart.page.text_match import COLONS
from webdart.records.cells.cell_lines import is_one_of_lines
from webdart.records.cells.cell_text import parts_of
from webdart.records.cells.links import address_at, by_icons, is_link, names_another
from webdart.records.coerce.dates import dates_in
from webdart.records.coerce.numbers import same_stem
from webdart.records.coerce.signs import read_rating, says_stars
from webdart.records.columns.column_names import words_of_head
from webdart.records.columns.image_names import DEPICTED
from webdart.records.columns.markup_hints import LAST, are_marked, hint
from webdart.records.columns.mined_columns import Column
from webdart.records.columns.synonyms import are_other_times, is_name, related
from webdart.records.detail.main_heading import rival_heading
from webdart.records.labels.next_label import like_its_label
from webdart.records.matching.column_choice import title_of
from webdart.records.matching.linked_values import has_list, is_list_of_page, told_list
from webdart.records.matching.running_text import WHOLE
from webdart.records.matching.title_score import are_codes
from webdart.records.matching.type_share import are_places, count_up
from webdart.records.model import Remark
from webdart.records.query.field_matches import TITLES, Assigned, Match, Sought, label_of
from webdart.records.query.spec import Problem
from webdart.records.structure.outline import BLOCKS, Outline
from webdart.records.words import names_a_code, names_a_number, names_a_place, names_prose, plain
from webdart.workflow.model import NUMERIC, Field

_NUMBERS = NUMERIC | {"rating"}
_SEVERAL = 3  # records that tell a template from a coincidence
_LEADING = 2  # words
_CALLED = 1.01  # what an element weighs at least that is called by some of a field's name
_LINES = 3  # that a remark shows
_LISTS = frozenset({"ul", "ol"})
_BOLD = frozenset({"b", "strong"})
_VALUES = frozenset({"dd", "td"})
_SHOWN = 40  # letters of a sample
_WORD = re.compile(r"[^\W\d_]+")
_ENDED = re.compile(r"[^\W\d_]{3}[.!?](?=\s)|[。！？](?=\S)")  # a sentence that another follows; no initials
_WORDS = re.compile(r"[^\W\d_]{3,}")
_LABEL = re.compile(r"\s+([^\W\d_][^:：,;|]{0,59})[:：]")
_TICKS = frozenset({"checked", "unchecked"})  # the states of a box to tick
_SEVERAL_NAMES = frozenset(",;/&+")  # signs between the names of a head
_PROPERTIES = frozenset((*lexicon("roles")["category"], *lexicon("roles")["status"]))
"""What a field is called that rather tells records of one kind from another than names each of them."""
_UNIT = 3  # letters of a unit; longer words around a number say what it counts


def doubtful_fields(
    page: Outline, assigned: Assigned, fields: Sequence[Field], words: Sequence[str] = ()
) -> list[Remark]:
    """A remark for each field that a person should look at; `words` are what the file calls the records."""
    title = title_of(fields)
    found: list[Remark] = []
    for field in fields:
        match = assigned.matches.get(field.name)
        told = told_list(page, field) if match is not None and assigned.region.kind == "page" else ()
        why = ""
        if match is not None and told:
            why = _why_other_list(page, match, told)
        if match is not None and not why and not (told and is_list_of_page(page, match.column, told)):
            why = _why(page, field, match, assigned, title, words) or _beside(page, field, match, assigned.columns)
            why = why or _why_label(page, match) or _why_ended(page, field, match, fields)
            if len(assigned.records) == 1:
                why = why or _why_lines(page, field, match) or _why_groups(page, field, match)
        if match is not None and field.name == title and not why:
            why = _why_name(page, field, match, assigned) or _why_called(page, field, match, assigned, words)
        if match is not None and field.type.kind == "link" and match.tier == "type":
            why = why or ("" if _is_marked(page, field, match.column) else _why_link(page, match, assigned, title))
        if match is not None and why:
            found.append(Remark(code="by type", text=why, column=field.name, count=match.column.filled))
    return found


def _why_other_list(page: Outline, match: Match, told: Sequence[str]) -> str:
    """A list that lacks some of what the page's data has, where the mark-up itself doesn't say what it is a list of."""
    places = (place for node in match.column.nodes[0] for place in (node, *page.ancestors(node)))
    if any(page.nodes[place].tag in _VALUES for place in places) or has_list(page, match.column, told):
        return ""
    first = told[0][:_SHOWN]
    return (
        f"the page's data has another list here, {len(told)} long, {first!r} first: an `at` says which items are meant"
    )


def named_aside(sought: Sought, assigned: Assigned) -> Remark | None:
    """A remark where a head names two text fields, and its cells hold one: "Name (order by: size)" is of no sizes.

    Where the fields are called by two lines of the head, the cells' lines are theirs.
    """
    for field in sought.by_column:
        match = assigned.matches.get(field.name)
        if match is None or not _is_by_head(field, match) or is_one_of_lines(sought, assigned, field):
            continue
        said, label = plain(match.column.shown), label_of(field)
        for other in sought.by_column:
            theirs = assigned.matches.get(other.name)
            if theirs is None or theirs.column is not match.column or not _is_by_head(other, theirs):
                continue
            if said.startswith(label_of(other)) and not said.startswith(label):
                why = (
                    f"{other.name!r} is read from the same column, whose head begins with its name: "
                    f"{match.column.shown[:_SHOWN]!r}; an `at` says where {field.name!r} stands in it"
                )
                return Remark(code="by type", text=why, column=field.name, count=match.column.filled)
    return None


def _is_by_head(field: Field, match: Match) -> bool:
    """Whether a head's words name the column of a text field."""
    return field.type.kind == "text" and match.tier == "name" and match.column.source == "head"


def misnamed_fields(
    page: Outline, assigned: Assigned, fields: Sequence[Field], words: Sequence[str] = ()
) -> tuple[Problem, ...]:
    """The fields for which only their type speaks, in a column that the page calls by another name."""
    found: list[Problem] = []
    for field in fields:
        match = assigned.matches.get(field.name)
        if match is None or match.tier != "type" or not is_name(match.other):
            continue
        known = field.type.kind == "text" or _calls_them(match.other, words)
        if known or _is_kin(field, match.other) or _is_value(page, assigned, fields, match.other):
            continue
        shown = f"the column called {match.other!r}, as in {_sample(page, match.column)!r}"
        others = [column.shown for column in assigned.columns if column.source == "head" and column.shown]
        listed = ", ".join(dict.fromkeys(others or [match.other]))
        hint = (
            f"{field.name}: write the `label` of the column that is meant, of {listed}; leave the field out if none is"
        )
        choices = (shown, "none of the columns")
        found.append(Problem(field=field.name, choices=choices, hint=hint, misnamed=True))
    return tuple(found)


def _is_kin(field: Field, name: str) -> bool:
    """Whether what stands beside a column as its name may be another word for a field."""
    return related(label_of(field), name) and not are_other_times(label_of(field), name)


def _is_value(page: Outline, assigned: Assigned, fields: Sequence[Field], name: str) -> bool:
    """Whether what stands beside a column as its name is the value of a field that is declared by a locator."""
    located = (assigned.matches.get(field.name) for field in fields if field.target is not None)
    return any(
        plain(name)
        in {plain(page.text[node] if part is None else part) for hits in match.column.hits for node, part in hits}
        for match in located
        if match is not None
    )


def heading_doubt(page: Outline, assigned: Assigned, fields: Sequence[Field]) -> tuple[Problem, ...]:
    """The doubt whether a heading is a record's own, or stands above several: each record has many titles then."""
    title = assigned.matches.get(title_of(fields))
    if title is None or title.tier != "type":
        return ()
    counts = [_alike(page, hits[0][0], assigned.region.roots) for hits in title.column.hits if hits]
    if sum(count > 1 for count in counts) * 2 <= len(counts) or max(counts) < _SEVERAL:
        return ()
    for field in fields:
        match = assigned.matches.get(field.name)
        if match is None or match is title or match.tier != "type" or field.source == "heading":
            continue
        firsts = [hits[0][0] for hits in match.column.hits if hits]
        if firsts and all(_in_heading(page, first) for first in firsts):
            sample = _sample(page, match.column)
            choices = (
                f"the heading above several records, as {sample!r} is ({sum(counts)} under {len(firsts)} of them here)",
                f"a part of the record, of which {len(firsts)} begin with it",
            )
            hint = f"the first: `{field.name}: {{type: {field.type}, from: heading}}`; the second: `each: {{at: …}}`"
            return (Problem(field=field.name, choices=choices, hint=hint),)
    return ()


def _alike(page: Outline, node: int, roots: frozenset[int]) -> int:
    """How many elements of one build stand side by side in a record, one of them around `node`: 1 where none does."""
    place = node
    while page.nodes[place].parent >= 0 and place not in roots:
        parent = page.nodes[place].parent
        alike = [kid for kid in page.kids[parent] if _build(page, kid) == _build(page, place) and page.text[kid]]
        if len(alike) > 1 and page.nodes[place].tag != "#text" and not any(kid in roots for kid in alike):
            return len(alike)
        place = parent
    return 1


def _build(page: Outline, node: int) -> tuple[str, ...]:
    return tuple(one.tag for one in page.nodes[node : page.nodes[node].end])


def _in_heading(page: Outline, node: int) -> bool:
    return any(page.level(place) for place in (node, *list(page.ancestors(node))[:2]))


def _why(page: Outline, field: Field, match: Match, assigned: Assigned, title: str, words: Sequence[str]) -> str:
    if match.other and not (field.name in TITLES or _calls_them(match.other, words) or _is_kin(field, match.other)):
        return (
            f"taken by its type alone, from the text labelled {match.other!r}; "
            f"`label: {match.other}` says that it is meant"
        )
    if match.tier != "type":
        return ""
    if field.type.many:
        return _why_list(page, field, match, alone=len(assigned.records) == 1)
    if field.name == title and (why := _why_alike(page, match.column, title)):
        return why
    numbered = names_a_number(label_of(field))
    left_over = field.type.kind == "text" and (
        not _is_the_code(page, field, match, assigned) if numbered else field.name != title
    )
    left_over = left_over and not (_is_marked(page, field, match.column) or _is_headed(field, match, assigned))
    if left_over or (field.type.kind in _NUMBERS and _is_other(page, field, match.column)):
        return (
            f"nothing on the page is called so; taken as the one {field.type.kind} that is left of a record, as in "
            f"{_sample(page, match.column)!r}: a `label` or an `at` makes it sure"
        )
    return _why_boolean(page, field, match) if field.type.kind == "boolean" else ""


def _is_headed(field: Field, match: Match, assigned: Assigned) -> bool:
    """Whether a column's head, and no other one, has the field's name among its words; "Country, city" is two names."""
    heads = [column for column in assigned.columns if column.source == "head"]
    named = [column for column in heads if label_of(field) in words_of_head(plain(column.shown))]
    return [column.key for column in named] == [match.column.key] and _SEVERAL_NAMES.isdisjoint(match.column.shown)


def _is_marked(page: Outline, field: Field, column: Column) -> bool:
    """Whether the mark-up calls all texts of a column by the field's name, or its address does."""
    return are_marked(page, column, label_of(field), links=field.type.kind == "link")


_UNTICKED = (
    "nothing on the page is called so; taken from boxes without words, of which none is ticked: they rather choose "
    "records; a `label` or an `at` makes it sure"
)


def _why_boolean(page: Outline, field: Field, match: Match) -> str:
    """Boxes that choose records, and words or signs of yes and no that nothing names: those may be of anything."""
    if _are_unchosen(page, field, match.column):
        return _UNTICKED
    column, label = match.column, label_of(field)
    first = next(hits[0][0] for hits in column.hits if hits)
    named = hint(page, first, label) != 1.0 or label in plain(page.text[first])
    if named or any(one.states & _TICKS for one in page.nodes[first : page.nodes[first].end]):
        return ""
    return (
        f"nothing on the page is called so; taken as the one yes or no that is left of a record, as in "
        f"{_sample(page, column)!r}: a `label` or an `at` makes it sure"
    )


def _are_unchosen(page: Outline, field: Field, column: Column) -> bool:
    """Whether all that a column has are boxes to tick without a text or the field's name, and none is ticked."""
    places = [node for hits in column.hits for node, _ in hits]
    states = [[one.states & _TICKS for one in page.nodes[node : page.nodes[node].end]] for node in places]
    unticked = all(any(each) and not any("checked" in one for one in each) for each in states)
    said = any(page.text[node] or _says(page, node, label_of(field)) for node in places)
    return bool(places) and unticked and not said


def _says(page: Outline, node: int, label: str) -> bool:
    """Whether a box, or what is around it, is called by a label, by its class or for those who don't see it."""
    boxes = [one for one in page.nodes[node : page.nodes[node].end] if one.states & _TICKS]
    spoken = (plain(box.attributes.get(name, "")) for box in boxes for name in ("aria-label", "title", "name", "id"))
    return any(hint(page, box.index, label) > 1 for box in boxes) or any(label in words.split() for words in spoken)


def _is_the_code(page: Outline, field: Field, match: Match, assigned: Assigned) -> bool:
    """Whether a column has the records' codes, and no other that is left has any."""
    owned = [hits[0][0] for one in assigned.matches.values() for hits in one.column.hits[:1] if hits]
    firsts = [(column, column.hits[0][0][0]) for column in assigned.columns if column.hits and column.hits[0]]
    others = [c for c, node in firsts if not any(_is_within(page, node, own) for own in owned)]
    label = label_of(field)
    return are_codes(page, match.column, label) and not any(are_codes(page, other, label) for other in others)


def _is_within(page: Outline, one: int, other: int) -> bool:
    """Whether one of two elements is in the other."""
    return one <= other < page.nodes[one].end or other <= one < page.nodes[other].end


def _why_alike(page: Outline, column: Column, title: str) -> str:
    """A name that is the same in all records, or begins alike in all: "Now" before prices, "View opinion 12"."""
    if title in TITLES and _is_one_text(page, column):
        return (
            f"every record would be called {_sample(page, column)!r}, which rather stands before its name or its "
            "value: a `label` or an `at` says what is meant"
        )
    if title not in TITLES and _is_template(page, column):
        return (
            f"nothing on the page is called so; taken from what leads to the records, as in "
            f"{_sample(page, column)!r}, which rather says what to do than what it is: a `label` or an `at` "
            "makes it sure"
        )
    if title in TITLES and _are_sentences(page, column):
        return (
            f"taken whole, as in {_sample(page, column)!r}, though records are hardly called by several sentences: a "
            "`match` or an `at` makes it sure"
        )
    return ""


def _are_sentences(page: Outline, column: Column) -> bool:
    """Whether most texts are several sentences: an entry of a bibliography has its authors before its title."""
    texts = [hits[0][1] or page.text[hits[0][0]] for hits in column.hits if hits]
    return sum(len(_ENDED.findall(text)) > 1 for text in texts) * 2 > len(texts)


def _calls_them(head: str, words: Sequence[str]) -> bool:
    """Whether a head is the file's own word for one of the records: the names of products stand under "Product"."""
    return any(same_stem(plain(word.replace("_", " ")), plain(head)) for word in words if word)


def _beside(page: Outline, field: Field, match: Match, columns: Sequence[Column]) -> str:
    """What else a record's own page may be called: by a second main heading, or by a label of the field's name."""
    if match.column.key != "heading":
        return ""
    other = rival_heading(page, match.column.nodes[0][0])
    if other is not None:
        return (
            f"the page has two main headings, of which {_sample(page, match.column)!r} is taken, and not "
            f"{page.text[other][:_SHOWN]!r}: an `at` says which is meant"
        )
    named = [column for column in columns if column.source == "label" and label_of(field) in column.labels]
    said = {part or page.text[node] for column in named for hits in column.hits for node, part in hits} - {""}
    heading = _sample(page, match.column)
    if len(said) != 1 or plain(text := said.pop()) in plain(heading) or plain(heading) in plain(text):
        return ""
    return (
        f"the page's main heading, {heading!r}, is taken; behind a label of that name stands {text[:_SHOWN]!r}: "
        f"a `label` says that it is meant"
    )


def _why_name(page: Outline, field: Field, match: Match, assigned: Assigned) -> str:
    """A title beside linked pictures that call the records otherwise, or out of those, where all begin alike."""
    column = next((column for column in assigned.columns if column.key == DEPICTED), None)
    if column is None or match.tier != "type" or field.target is not None:
        return ""
    if match.column.key == DEPICTED and not _is_template(page, column) and not _other_names(page, assigned):
        return ""
    return (
        f"taken from {_sample(page, match.column)!r}, as the records' linked pictures are called "
        f"{_sample(page, column)!r}: `{{at: css=a img, from: alt}}` reads those, "
        "a `label` or another `at` what else is meant"
    )


def _why_called(page: Outline, field: Field, match: Match, assigned: Assigned, words: Sequence[str]) -> str:
    """What records are called, taken for a field whose name neither the file nor the page has for them."""
    column = match.column
    first = next((hits[0][0] for hits in column.hits if hits), None)
    label = label_of(field)
    called = match.tier != "type" or field.name in TITLES or names_a_number(label)
    if called or first is None or len(assigned.records) == 1:
        return ""
    names = [*words, page.view.title, *(page.text[n.index] for n in page.nodes if page.level(n.index) == 1)]
    said = [word for name in names for word in _WORD.findall(plain(name.replace("_", " ")))]
    if (
        any(same_stem(word, label) for word in said)
        or (hint(page, first, label) > 1 and not (column.key == WHOLE and page.leaves[first] > 1))
        or _is_in_headed_cell(page, label, first, assigned)
        or not _other_names(page, assigned, _is_wordy, again=label in _PROPERTIES)
    ):
        return ""
    return (
        f"nothing on the page is called so; taken as what the records are called, as in {_sample(page, column)!r}: "
        "a `label` or an `at` makes it sure"
    )


def _is_in_headed_cell(page: Outline, label: str, node: int, assigned: Assigned) -> bool:
    """Whether an element stands below the one head that has a label among its words: "Board name" of `board`."""
    heads = [column for column in assigned.columns if column.source == "head"]
    named = [column for column in heads if label in words_of_head(plain(column.shown))]
    cells = [hits[0][0] for column in named for hits in column.hits if hits]
    one_name = len({column.shown for column in named}) == 1 and _SEVERAL_NAMES.isdisjoint(named[0].shown)
    return one_name and any(cell <= node < page.nodes[cell].end for cell in cells)


def _why_link(page: Outline, match: Match, assigned: Assigned, title: str) -> str:
    """A link by an icon or the same words in all that was taken for the record's own, beside one with other words."""
    named = assigned.matches.get(title)
    if named is None:
        return ""
    if named.tier in {"label", "name"} and title not in TITLES and (other := _link_before(page, match, assigned)):
        return (
            f"taken where {_sample(page, named.column)!r} leads, to {address_at(page, match.column, 0)}; "
            f"{_sample(page, other)!r} before it leads elsewhere: an `at` says which is meant"
        )
    if not by_icons(page, named.column, [match.column]):
        return ""
    others = (column for column in assigned.columns if is_link(page, column) and names_another(page, column))
    other = next((column for column in others if column.coverage >= 1), None)
    if other is None:
        return ""
    own = repr(_sample(page, match.column)) if page.text[match.column.hits[0][0][0]] else "an icon"
    return (
        f"no link has what the records are called; taken where {own} leads, to {address_at(page, match.column, 0)}, "
        f"and not where {_sample(page, other)!r} does: a `label` or an `at` makes it sure"
    )


def _link_before(page: Outline, match: Match, assigned: Assigned) -> Column | None:
    """The first link with words that every record has before the one that was taken, and that leads elsewhere."""
    mine = [hits[0][0] if hits else -1 for hits in match.column.hits]
    for column in assigned.columns:
        if not is_link(page, column) or column.coverage < 1 or not names_another(page, column):
            continue
        pairs = [(hits[0][0], own) for hits, own in zip(column.hits, mine, strict=True)]
        leads = (page.nodes[node].attributes.get("href") for node, _ in pairs)
        own = (page.nodes[node].attributes.get("href") for _, node in pairs)
        if all(node < taken for node, taken in pairs) and list(leads) != list(own):
            return column
    return None


def _is_of_words(text: str) -> bool:
    return not any(map(str.isdigit, text))


def _is_wordy(text: str) -> bool:
    """Whether a text is words, or has several: "By Ann Lee · 7 comments", and not "7 comments" or a date."""
    return _is_of_words(text) or len(_WORDS.findall(text)) >= _LEADING


def _other_names(
    page: Outline, assigned: Assigned, of_words: Callable[[str], bool] = _is_of_words, *, again: bool = False
) -> bool:
    """Whether the records have short texts of words that no field has: those may be their names.

    Where they may come `again`, those that tell records of one kind from another, too: categories.
    """
    owned = {hits[0][0] for match in assigned.matches.values() for hits in match.column.hits if hits}
    for column in assigned.columns:
        firsts = [hits[0][0] for hits in column.hits if hits]
        texts = [page.text[first] for first in firsts if page.leaves[first] == 1]
        differ = len(set(texts)) > 1 if again else len(set(texts)) * 2 >= len(texts)
        if len(texts) < len(column.hits) or not differ or not owned.isdisjoint(firsts):
            continue
        if sum(len(text) <= _SHOWN and of_words(text) for text in texts) * 2 >= len(texts):  # names may be short
            return True
    return False


def _why_label(page: Outline, match: Match) -> str:
    """A value on a record's own page that may as well be the next label: of "Publisher Author Insel", two in bold."""
    column, hits = match.column, list(match.column.hits)
    if column.source != "label" or len(hits) > 1 or not hits[0] or hits[0][0][1] is not None:
        return ""
    value = hits[0][0][0]
    following = like_its_label(page, value, column.labels)
    if following is None:
        return ""
    shown = page.text[value][:_SHOWN]
    return (
        f"{shown!r} stands behind the words {column.shown!r} and begins in the same print: if "
        f"{page.text[following][:_SHOWN]!r} is the next label, there is no value here; an `at` makes it sure"
    )


def _why_ended(page: Outline, field: Field, match: Match, fields: Sequence[Field]) -> str:
    """A text that ends in front of a label that nobody asked for: "Ann Lee" of "Ann Lee Year: 1990"."""
    if match.column.source != "label" or field.type.kind != "text":
        return ""
    asked = {label_of(one) for one in fields}
    for node, part in (hits[0] for hits in match.column.hits if hits):
        if not part:
            continue
        label = _LABEL.match(page.text[node].partition(part)[2])
        if label is not None and plain(label[1]) not in asked:
            ended = f"{part[:_SHOWN]!r} is taken to end before the label {label[1]!r}, as in most records"
            return f"{ended}: an `at` with a `match` says otherwise"
    return ""


def _why_lines(page: Outline, field: Field, match: Match) -> str:
    """A text of a record's own page in several lines, one of them a day or a link: a name, and when it was written."""
    hits = match.column.hits[0]
    named = match.tier in {"mark", "name", "label"} and field.type.kind == "text"
    if not named or len(hits) != 1 or hits[0][1] is not None or names_prose(label_of(field)):
        return ""
    lines = _lines_in(page, hits[0][0])
    shown = " / ".join(page.text[line][:_SHOWN] for line in lines[:_LINES])
    if field.type.many:
        torn = len(lines) > 1 and not parts_of(page, hits[0][0], by_lines=True)
        return f"{shown!r} is several lines and no list of the page: an `at` says what its items are" if torn else ""
    language = page.view.language or "en"
    kinds = {(bool(dates_in(page.text[line], language)), _is_link(page, line)) for line in lines}
    if len(kinds) <= 1:
        return ""
    return f"taken as all that stands there, in several lines: {shown}; an `at` says which is meant"


def _is_link(page: Outline, index: int) -> bool:
    """Whether all that an element says is one link."""
    inner = page.nodes[index : page.nodes[index].end]
    return any(node.tag == "a" and page.text[node.index] == page.text[index] for node in inner)


def _why_groups(page: Outline, field: Field, match: Match) -> str:
    """The items of a list behind other words, or of several lists with words between: those may be another label."""
    items = [node for node, part in match.column.hits[0] if part is None]
    listed = bool(items) and all(page.nodes[item].tag == "li" for item in items)
    if not (field.type.many and match.column.source == "label" and items):
        return ""
    if not listed:
        return _why_below(page, items)
    lists = list(dict.fromkeys(page.nodes[item].parent for item in items))
    heads = (i for i in reversed(page.headings) if i < lists[0] and plain(page.text[i]) in match.column.labels)
    starts = [page.nodes[i].end for i in heads][:1] or [lists[0]]
    gaps = zip([*starts, *(page.nodes[one].end for one in lists[:-1])], lists, strict=True)
    line = next((page.text[i] for start, end in gaps for i in range(start, end) if _is_text(page, i)), "")
    return f"the items of a list below {line[:_SHOWN]!r} are taken: an `at` says which are meant" if line else ""


def _why_below(page: Outline, items: Sequence[int]) -> str:
    """A line with a list below it, or the first of several paragraphs; one with commas is a list, a remark below it."""
    last, shown = items[-1], page.text[items[0]][:_SHOWN]
    below = [kid for kid in page.kids[page.nodes[last].parent] if kid > last and page.text[kid]]
    if below and (page.nodes[below[0]].tag in _LISTS or page.text[last].endswith(COLONS)):
        return f"{shown!r} is taken, and not the list below it: an `at` says which is meant"
    paragraphs = below if page.nodes[last].tag == "p" else []
    alike = list(takewhile(lambda kid: page.step[kid] == page.step[last] and not _is_label(page, kid), paragraphs))
    if len(alike) > 1 or (alike and "," not in page.text[last]):
        return f"{shown!r} is taken, and not the paragraphs below it: an `at` says which are meant"
    return ""


def _is_label(page: Outline, index: int) -> bool:
    """Whether a paragraph is made as a label is: bold as a whole, or with a colon at its end."""
    text, kids = page.text[index], page.kids[index]
    return text.endswith(COLONS) or any(page.nodes[kid].tag in _BOLD and page.text[kid] == text for kid in kids)


def _is_text(page: Outline, index: int) -> bool:
    return page.nodes[index].tag == "#text" and bool(page.text[index])


def _lines_in(page: Outline, index: int) -> list[int]:
    """The lines that an element is made of, as elements or texts; itself where it is one line."""
    kids = [index]
    while len(kids) == 1 and page.nodes[kids[0]].tag != "#text":
        inner = [kid for kid in page.kids[kids[0]] if page.text[kid]]
        if not inner:
            break
        kids = inner
    beside = page.kids[page.nodes[kids[0]].parent] if kids != [index] else kids
    return kids if any(page.nodes[kid].tag in BLOCKS for kid in beside) else [index]


def _why_list(page: Outline, field: Field, match: Match, *, alone: bool) -> str:
    """A list of texts that neither the page nor its mark-up calls by the field's name; `alone`: by that and no more."""
    first, least = next((hits[0][0] for hits in match.column.hits if hits), None), LAST if alone else _CALLED
    if field.type.kind != "text" or first is None or hint(page, first, label_of(field)) >= least:
        return ""
    return (
        f"nothing on the page is called so; taken as the one list that is left of a record, as in "
        f"{_sample(page, match.column)!r}: a `label` or an `at` makes it sure"
    )


def _is_template(page: Outline, column: Column) -> bool:
    """Whether all texts are the same, or begin with the same words: "View opinion 12" names no record."""
    texts = [(hits[0][1] or page.text[hits[0][0]]).split() for hits in column.hits if hits]
    return len(texts) >= _SEVERAL and len({tuple(words[:_LEADING]) for words in texts}) == 1


def _is_one_text(page: Outline, column: Column) -> bool:
    """Whether several records all have the same text: "Now", before prices."""
    texts = [hits[0][1] or page.text[hits[0][0]] for hits in column.hits if hits]
    return len(texts) > 1 and len(set(texts)) == 1


def _is_other(page: Outline, field: Field, column: Column) -> bool:
    """Whether numbers may be other ones: among words, as of a title or a count, or the records' places in the list."""
    texts = [hits[0][1] or page.text[hits[0][0]] for hits in column.hits if hits]
    if field.type.kind == "rating" and (not texts[0] or read_rating(texts[0]) is not None or says_stars(texts[0])):
        return False
    if are_places(texts) or count_up(texts):
        return not (names_a_code(label_of(field)) or names_a_place(label_of(field)))
    return any(len(word) > _UNIT and word.isalpha() for word in _sample(page, column).split())


def _sample(page: Outline, column: Column) -> str:
    """The first text of a column, cut short."""
    first = next(hits[0] for hits in column.hits if hits)
    return (first[1] or page.text[first[0]])[:_SHOWN]
