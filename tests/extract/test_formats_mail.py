"""E-mail text in its parts, and what an e-mail may carry."""

from email.message import EmailMessage

import pytest

from docveil.errors import SourceRefused
from docveil.extract.flow import Content
from docveil.extract.mail_text import mend_soft_breaks, split_mail, unflowed
from docveil.extract.readers import ReadOptions, read_format
from docveil.intake import SourceBytes, check_source
from docveil.intake.limits import Limits


def no_pages(_: SourceBytes) -> Content:
    return Content()


def read(message: EmailMessage, **options: object) -> Content:
    return read_format(check_source(message.as_bytes()), ReadOptions(**options), no_pages)  # type: ignore[arg-type]


def texts(content: Content) -> list[str]:
    return [e.text for e in content.elements]


def notes(content: Content) -> dict[str, int]:
    return {f"{n.part}:{n.reason}": n.count for n in content.notes}


@pytest.mark.parametrize(
    "history",
    [
        "> old\n> older",
        "On Mon, 1 Jan 2024 at 10:00, A B <a@example.org> wrote:\n> old\n> older",
        "On Mon, 1 Jan 2024 at 10:00, A B\n<a@example.org> wrote:\n> old",
        "-----Original Message-----\nFrom: A\nold",
        "From: A B <a@example.org>\nSent: Monday\nTo: C\nSubject: x\n\nold",
        "Am 01.01.2024 um 10:00 schrieb A B:\n> old",
    ],
)
def test_history_is_told_from_what_was_written(history: str) -> None:
    parts = split_mail(f"New text.\n\n{history}\n")
    assert parts.written.strip() == "New text."
    assert "old" in parts.quoted
    assert parts.quoted_lines == sum(bool(line.strip()) for line in parts.quoted.split("\n"))


def test_answers_between_quoted_lines_are_kept() -> None:
    assert split_mail("> question\nanswer\n> another\nyes\n").written == "answer\nyes\n"


def test_a_text_of_quoted_lines_only_is_the_writers_own() -> None:
    assert split_mail("> all of it").written == "> all of it"


@pytest.mark.parametrize("end", ["-- \nA B\nExample Ltd", "Best regards,\nA B", "Mit freundlichen Grüßen\nA B"])
def test_a_signature_is_told_from_the_text(end: str) -> None:
    parts = split_mail(f"Text.\n\n{end}\n")
    assert parts.written.strip() == "Text."
    assert "A B" in parts.signature


def test_thanks_in_the_middle_of_a_text_is_no_signature() -> None:
    text = "Thanks for the book.\n\nIt was good.\n"
    assert split_mail(text).signature == ""


def test_a_soft_break_inside_an_address_is_mended() -> None:
    assert mend_soft_breaks("Write to anna@exam=\nple.org, caf=C3=A9") == ("Write to anna@example.org, café", 1)
    assert mend_soft_breaks("a=\nb in a formula") == ("a=\nb in a formula", 0)


def test_flowed_text_with_deleted_spaces_is_joined() -> None:
    assert unflowed("anna@exam \nple.org", delete_space=True) == "anna@example.org"
    assert unflowed("two \nlines", delete_space=False) == "two \nlines"


def message(body: str) -> EmailMessage:
    result = EmailMessage()
    result["From"], result["To"], result["Subject"] = "a@example.org", "b@example.org", "x"
    result.set_content(body)
    return result


def test_history_is_read_on_request() -> None:
    mail = message("New.\n\n> old\n")
    assert "> old" not in texts(read(mail))
    assert notes(read(mail)) == {"quoted_line:history_not_read_by_default": 1}
    assert "> old" in texts(read(mail, quoted=True))


def test_a_page_that_says_more_than_its_text_is_read() -> None:
    mail = message("See the HTML.")
    mail.add_alternative("<p>" + "A long text that only the page has. " * 5 + "</p>", subtype="html")
    assert any("only the page has" in t for t in texts(read(mail)))
    assert notes(read(mail))["alternative_body:not_read"] == 1


def test_attachments_are_limited_in_number() -> None:
    mail = message("Body.")
    for number in range(4):
        mail.add_attachment(
            f"attached text {number}".encode(), maintype="text", subtype="plain", filename=f"{number}.txt"
        )
    content = read(mail, limits=Limits(max_attachments=2))
    assert sum("attached text" in t for t in texts(content)) == 2
    assert notes(content)["attachment:over_the_limit_not_read"] == 2


def test_attached_mails_are_limited_in_depth() -> None:
    mail = message("level 0")
    for level in range(1, 4):
        outer = message(f"level {level}")
        outer.add_attachment(mail)
        mail = outer
    content = read(mail, limits=Limits(max_depth=2))
    assert [t for t in texts(content) if t.startswith("level")] == ["level 3", "level 2", "level 1"]
    assert notes(content)["attachment:too_deep_not_read"] == 1


def test_a_mailbox_is_refused_with_advice() -> None:
    one = b"From a@example.org Mon Jan  1 10:00:00 2024\n" + message("Text.").as_bytes() + b"\n"
    with pytest.raises(SourceRefused, match="mailbox"):
        read_format(check_source(one * 2), ReadOptions(), no_pages)


@pytest.mark.parametrize(
    "kinds",
    [("plain", "html"), ("html", "plain"), ("plain", "plain"), ("html", "html", "plain"), ("html", "plain", "html")],
)
def test_each_part_of_a_body_is_read_in_its_order(kinds: tuple[str, ...]) -> None:
    message = EmailMessage()
    message["From"], message["Subject"] = "a@example.com", "Parts"
    message.make_mixed()
    said = []
    for number, kind in enumerate(kinds):
        said.append(f"Part {number} says some words of its own.")
        part = EmailMessage()
        part.set_content(said[-1] if kind == "plain" else f"<p>{said[-1]}</p>", subtype=kind)
        message.attach(part)
    content = read(message)
    assert texts(content)[2:] == said
    assert "alternative_body:not_read" not in notes(content)


def test_history_in_one_part_of_a_body_does_not_take_the_next_part_with_it() -> None:
    message = EmailMessage()
    message["From"], message["Subject"] = "a@example.com", "Parts"
    message.make_mixed()
    for text in ("New text.\n\n-----Original Message-----\nFrom: A\nold\n", "Text behind the attachment.\n"):
        part = EmailMessage()
        part.set_content(text)
        message.attach(part)
    content = read(message)
    assert texts(content)[2:] == ["New text.", "Text behind the attachment."]
    assert notes(content)["quoted_line:history_not_read_by_default"] == 3
