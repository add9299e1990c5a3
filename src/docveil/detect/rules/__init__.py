"""Rules of docveil's own, one theme a file: each a function from a text to spans, in linear time."""

from collections.abc import Callable, Iterator
from typing import Final

from docveil.detect.labels import LABELS
from docveil.detect.protocol import Span
from docveil.detect.rules.contact import emails, handles, phones, urls
from docveil.detect.rules.dates import ages, dates
from docveil.detect.rules.identity import coordinates, labelled_numbers, network_addresses, usernames
from docveil.detect.rules.names import (
    drawn_out_names,
    known_persons,
    labelled_names,
    lower_case_names,
    names_in_place,
    names_without_gaps,
    nicknames,
)
from docveil.detect.rules.numbers import cards, device_and_coin_addresses, ibans, national_numbers
from docveil.detect.rules.places import addresses, check_ins, known_places, postcodes, states_alone
from docveil.detect.rules.secrets import secrets
from docveil.detect.windows import unruled

ALL: Final[tuple[Callable[[str], Iterator[Span]], ...]] = (
    emails,
    urls,
    handles,
    phones,
    cards,
    ibans,
    national_numbers,
    device_and_coin_addresses,
    dates,
    ages,
    addresses,
    known_places,
    states_alone,
    check_ins,
    postcodes,
    labelled_names,
    names_in_place,
    names_without_gaps,
    nicknames,
    known_persons,
    lower_case_names,
    drawn_out_names,
    labelled_numbers,
    usernames,
    network_addresses,
    coordinates,
    secrets,
)


class RulesReader:
    """Reads paragraphs with every rule."""

    name = "rules"
    labels = LABELS

    def read(self, texts: tuple[str, ...]) -> tuple[tuple[Span, ...], ...]:
        """Spans of each paragraph."""
        return tuple(
            tuple(span for rule in ALL for span in rule(text) if span.start < span.end) for text in map(unruled, texts)
        )
