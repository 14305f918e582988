"""Is nothing sent that a person has not consented to?"""

import pytest

from tests.runs.samples import held, shape
from webdart.errors import Refused
from webdart.runs.consent import Allowed, Consent, HeldBack, Question, shape_text
from webdart.secret import Mask, Secret
from webdart.values import replace

SITE = "http://127.0.0.1:1/"


class Person:
    """Answers, and remembers what was asked."""

    def __init__(self, *answers: bool) -> None:
        self.asked: list[Question] = []
        self._answers = list(answers)

    async def __call__(self, question: Question) -> bool:
        """The next answer."""
        self.asked.append(question)
        return self._answers.pop(0)


async def test_a_declared_write_is_asked_for_once_per_shape() -> None:
    """The question shows request, address and fields, secrets blanked."""
    person = Person(True, True)
    consent = Consent(Mask([Secret("PIN", "hunter2hunter2")]), ask=person)
    shapes = [shape("/orders/*"), shape("/notes")]
    for number in (7, 8):
        request = held(f"{SITE}orders/{number}/", pin="hunter2hunter2")
        assert await consent.decide(request, shapes=shapes, site_url=SITE) == Allowed("POST /orders/*")
    await consent.decide(held(f"{SITE}notes"), shapes=shapes, site_url=SITE)
    assert [question.shape for question in person.asked] == ["POST /orders/*", "POST /notes"]
    assert person.asked[0] == Question(
        request="POST /orders/7/", url=f"{SITE}orders/7/", shape="POST /orders/*", fields={"pin": ("<secret PIN>",)}
    )


async def test_a_body_without_fields_is_shown_as_it_is() -> None:
    """A list, or plain text: masked and cut, but never hidden from the person who is asked."""
    person = Person(True)
    consent = Consent(Mask([Secret("PIN", "hunter2hunter2")]), ask=person)
    request = replace(held(), fields={}, body=b'[{"op": "close", "pin": "hunter2hunter2"}]' + b" x" * 500)
    await consent.decide(request, shapes=[shape("/orders/*")], site_url=SITE)
    (text,) = person.asked[0].fields["body"]
    assert text.startswith('[{"op": "close", "pin": "<secret PIN>"}]')
    assert text.endswith("…")


async def test_a_query_that_nobody_was_shown_is_asked_about_again() -> None:
    """It is shown by name, secrets blanked; the same names with other values are the same question."""
    person = Person(True, False)
    consent = Consent(Mask([Secret("PIN", "hunter2hunter2")]), ask=person)
    for query in ("?next=1", "?next=2"):
        await consent.decide(held(f"{SITE}orders/7/{query}"), shapes=[shape()], site_url=SITE)
    with pytest.raises(Refused, match="was not consented to"):
        await consent.decide(held(f"{SITE}orders/8?note=hunter2hunter2"), shapes=[shape()], site_url=SITE)
    assert [question.query for question in person.asked] == [{"next": ("1",)}, {"note": ("<secret PIN>",)}]


async def test_another_method_is_shown() -> None:
    """A form that asks for a PATCH by a hidden field is a POST on the wire."""
    person = Person(True)
    request, patch = held(_method="patch"), replace(shape(), method="PATCH")
    await Consent(Mask(), ask=person).decide(request, shapes=[patch], site_url=SITE)
    assert (person.asked[0].request, person.asked[0].instead) == ("POST /orders/7/", "PATCH")
    with pytest.raises(Refused, match=r'as PATCH to .*\n  writes: \["POST /orders/\*", "PATCH /orders/7/"\]'):
        await Consent(Mask(), yes=True).decide(request, shapes=[shape()], site_url=SITE)


async def test_what_no_line_covers_has_no_line_to_paste() -> None:
    """An encoded slash, two methods, another address in a header."""
    for request in (
        held(f"{SITE}orders/7%2f8"),
        held(f"{SITE}orders/7?_method=delete", _method="patch"),
        replace(held(), headers={"X-Original-URL": "/"}),
    ):
        with pytest.raises(Refused, match="no `writes:` covers"):
            await Consent(Mask(), yes=True).decide(request, shapes=[shape()], site_url=SITE)


async def test_no_is_no_for_the_rest_of_the_run() -> None:
    """A person who refused is not asked again."""
    person = Person(False)
    consent = Consent(Mask(), ask=person)
    for _ in range(2):
        with pytest.raises(Refused, match=r"POST /orders/7/ to .* was not consented to"):
            await consent.decide(held(), shapes=[shape()], site_url=SITE)
    assert len(person.asked) == 1


async def test_yes_is_consent_to_what_is_declared_and_to_nothing_else() -> None:
    """An undeclared write is refused at once, with the line to paste; nobody is asked."""
    person = Person()
    consent = Consent(Mask(), yes=True, ask=person)
    assert await consent.decide(held(), shapes=[shape()], site_url=SITE) == Allowed("POST /orders/*")
    paste = r'writes: \["POST /notes", \{"POST /orders/\*": \{"status": \["Sent"\]\}\}, "POST /orders/7/"\]'
    with pytest.raises(Refused, match=rf"with status=Shipped is not among the stage's `writes:`\n  {paste}"):
        await consent.decide(held(status="Shipped"), shapes=[shape("/notes"), shape(status="Sent")], site_url=SITE)
    assert person.asked == []


async def test_without_a_terminal_and_without_yes_it_is_refused() -> None:
    """There is nobody to ask."""
    with pytest.raises(Refused, match=r"there is no terminal\n  add --yes") as caught:
        await Consent(Mask()).decide(held(), shapes=[shape()], site_url=SITE)
    assert caught.value.exit_code == 4


async def test_a_dry_run_holds_what_is_declared_and_refuses_the_rest() -> None:
    """Consented to or not; a file that would be refused in earnest does not pass the rehearsal."""
    consent = Consent(Mask(), yes=True, dry_run=True, ask=Person())
    assert await consent.decide(held(), shapes=[shape()], site_url=SITE) == HeldBack()
    with pytest.raises(Refused, match="is not among the stage's `writes:`"):
        await consent.decide(held(), shapes=[], site_url=SITE)


def test_a_shape_is_shown_with_its_fields() -> None:
    """As the file declares it."""
    assert shape_text(shape("/orders/*", status="Shipped")) == "POST /orders/* {status: [Shipped]}"


async def test_what_guards_a_form_against_forgery_is_not_shown() -> None:
    """Long and of no meaning to a person, it stands as `…` in the question and in the refusal; the field is named."""
    person = Person(True)
    fields = {"csrfmiddlewaretoken": "Zk3", "_Token": "Zk3", "wp-nonce": "Zk3", "XSRF": "Zk3", "authenticity": "Zk3"}
    request = held(f"{SITE}orders/7/", status="Shipped", **fields)
    await Consent(Mask(), ask=person).decide(request, shapes=[shape("/orders/*")], site_url=SITE)
    assert person.asked[0].fields == {"status": ("Shipped",), **dict.fromkeys(fields, ("…",))}
    with pytest.raises(Refused, match="with status=Shipped, csrfmiddlewaretoken=…, ") as caught:
        await Consent(Mask()).decide(request, shapes=[shape("/orders/*")], site_url=SITE)
    assert "Zk3" not in str(caught.value)


async def test_the_line_to_paste_has_a_star_where_a_declared_shape_has_it() -> None:
    """What goes with each row's own number is declared once for all of them."""
    consent = Consent(Mask(), yes=True)
    with pytest.raises(Refused) as caught:
        await consent.decide(held(f"{SITE}orders/7/edit.js"), shapes=[shape("/orders/*")], site_url=SITE)
    assert caught.value.hint == 'writes: ["POST /orders/*", "POST /orders/*/edit.js"]'
    with pytest.raises(Refused) as caught:
        await consent.decide(held(f"{SITE}notes/7"), shapes=[shape("/orders/*")], site_url=SITE)
    assert caught.value.hint == 'writes: ["POST /orders/*", "POST /notes/7"]'
    with pytest.raises(Refused) as caught:
        await consent.decide(held(f"{SITE}?do=add"), shapes=[shape("/orders/*")], site_url=SITE)
    assert caught.value.hint == 'writes: ["POST /orders/*", "POST /"]'
