"""What bears a name and is no person or place: a ship, a battle, a company, a theorem, an opening in chess.

Where the name stands alone too, it is still what it was: `the Quorra Variation` falls with Quorra, who is mentioned elsewhere.
"""

import re

from docveil.detect.gazetteer import gazetteer, is_name_of_a_person

# Sure of a ship, and those that mean something else too.
_PREFIX = re.compile(r"\b(?:HMS|HMAS|HMCS|HMNZS|USS|USNS|USCGC|RMS|SMS|INS|HNLMS|ORP)\s\Z")
_ALSO_PREFIX = re.compile(r"\b(?:SS|MS|MV|RV|TS|PS)\s\Z")
_VESSEL = re.compile(
    r"\b(?:battleship|cruiser|destroyer|frigate|sloop|brig|schooner|barque|gunboat|steamer|steamship|submarine|galleon|privateer|"
    r"flagship|minesweeper|trawler|tugboat|lightship|spacecraft|space\sprobe|satellite|spaceship|starship)\s[\"\u201c]?\Z"
)
_BEFORE_LENGTH = 16
# What somebody does; not what a ship does.
_VERB = re.compile(
    r"\s(?!(?:sailed|departed|docked|foundered|collided|carried|captured|engaged|served|was|sails)(?!\w))[a-z]+(?:ed|s)(?!\w)"
)
# What is named after whoever found it, or first suffered from it.
_EPONYM = re.compile(
    r"(?:'s|\u2019s)?\s(?:theorems?|lemmas?|conjectures?|paradox|inequality|inequalities|equations?|polynomials?|manifolds?|graphs?|hypothesis|"
    r"algorithms?|transforms?|distribution|syndrome|disease|fallacy|gambit|Gambit|Variation|Defen[cs]e|Countergambit|"
    r"Theorem|Paradox|Conjecture|Lemma|Syndrome|Disease)(?!\w)"
)

# `a Delaware corporation` says what kind of company it is, not where anybody is.
_COMPANY = re.compile(
    r"\s(?:corporation|limited\s(?:liability\s)?(?:company|partnership)|general\spartnership|business\strust|banking\sassociation)(?!\w)"
)
_BATTLE = re.compile(r"\b(?:Battles?|Sieges?|Treaty)\sof\s(?:the\s)?(?:\Z|(?=[A-Z]))")
# `the Bangladesh Liberation War`
_HISTORY = re.compile(
    r"(?:\s[A-Z][a-z]+){0,2}\s(?:Wars?|Campaign|Accords?|Armistice|Treaty|Pact|Protocol|Plebiscites?|Uprising|Rebellion|Revolution|"
    r"Mutiny|Massacre|Offensive|Blitz|Crisis|Championships?|Olympics|Grand\sPrix|Biennale|Triennale)(?![\w-]|\s[A-Z][a-z])"
)
_THE = re.compile(r"\b[Tt]he\s(?:\d{4}\s)?\Z")
_ARTICLE = re.compile(r"\b[Aa]n?\s\Z")

# What has a title, and the quote that the title begins with, before the words of the title so far.
_TITLED = re.compile(
    r"\b(?:songs?|singles?|tracks?|albums?|EP|episodes?|videos?|films?|novels?|poems?|anthem|hymn|musical|B-side|demos?|cover\sof|covers)"
    r"(?!\w)[^\"\u201c\u201d\n.]{0,60}(?:\"\s?[^\"\n]{1,40}\s?\"(?:,|\sand)\s(?:and\s)?){0,2}[\"\u201c]\s?[^\"\u201c\u201d\n]{0,40}\Z"
)
_TITLE_ENDS = re.compile(r"[^\"\u201c\u201d\n]{0,40}[\"\u201d]")
_TITLE_LENGTH = 240
_AIRCRAFT = re.compile(
    r"\b(?:A|AH|B|C|CH|EC|EF|F|KC|MiG|P|RC|RF|SR|Su|T|Tu|UH|Yak)-\d{1,3}[A-Z]?\s(?:[A-Z][a-z]+\s)?\Z"
)
_CODE_WITHIN = re.compile(r"(?:[A-Z]{1,3}-)?\d{1,3}[A-Z]?\s")
_AVIATION = re.compile(
    r"\b(?:aircraft|airplanes?|squadrons?|fighters?|bombers?|helicopters?|air\s(?:force|base|wing)|jets?|missiles?)\b",
    re.IGNORECASE,
)
_AROUND = 300


def is_title_or_type(source: str, start: int, end: int) -> bool:
    """Whether a name is of a quoted title, `the song "Santa through the Back Door"`, or of a type: `F-105 Thunderchief`."""
    return _is_in_a_title(source, start, end) or _is_aircraft(source, start, end)


def _is_in_a_title(source: str, start: int, end: int) -> bool:
    before = source[max(0, start - _TITLE_LENGTH) : start]
    return _TITLED.search(before) is not None and _TITLE_ENDS.match(source, end) is not None


def _is_aircraft(source: str, start: int, end: int) -> bool:
    code = _CODE_WITHIN.match(source, start, end)
    begin = code.end() if code else start
    if _AIRCRAFT.search(source[max(0, begin - _BEFORE_LENGTH) : begin]) is None:
        return False
    words = re.findall(r"[^\W\d_]+", source[begin:end].casefold())
    if not words or words[0] in gazetteer().given or all(map(is_name_of_a_person, words)):
        return False
    return _AVIATION.search(source[max(0, start - _AROUND) : end + _AROUND]) is not None


def is_vessel(source: str, start: int, end: int) -> bool:
    """Whether `source[start:end]`, found as a name, is that of a ship or a spacecraft: `HMS Petrel`, `the frigate Petrel`."""
    found = source[start:end]
    before = source[max(0, start - _BEFORE_LENGTH) : start]
    if _PREFIX.search(before):
        return True
    words = re.findall(r"[^\W\d_]+", found.casefold())
    if not words or words[0] in gazetteer().given:
        return False
    is_one = len(words) == 1 and not found.isupper()
    is_named = _VESSEL.search(before) is not None or (is_one and _ALSO_PREFIX.search(before) is not None)
    # `the ferry Quorra boarded`
    return is_named and _VERB.match(source, end) is None


def is_eponym(source: str, start: int, end: int) -> bool:
    """Whether a thing is named after `source[start:end]`, by its name alone: `the Quorra paradox`."""
    return (
        _EPONYM.match(source, end) is not None
        and source[start:end].split(maxsplit=1)[0].casefold() not in gazetteer().given
    )


def is_eponym_everywhere(source: str, found: str) -> bool:
    """Whether `found` stands nowhere without the thing that is named after it. Linear in the text."""
    everywhere = re.finditer(rf"(?<!\w){re.escape(found)}(?!\w)", source)
    return all(_EPONYM.match(source, match.end()) for match in everywhere)


def is_of_a_company_or_event(source: str, start: int, end: int) -> bool:
    """Whether a place is of the kind of a company, or in the name of a battle, a war or a championship: nobody is there."""
    before = source[max(0, start - _BEFORE_LENGTH) : start]
    is_company = _COMPANY.match(source, end) is not None and _ARTICLE.search(before) is not None
    is_battle = _BATTLE.search(before) is not None or _BATTLE.match(source, start, end) is not None
    return is_company or is_battle or (_HISTORY.match(source, end) is not None and _THE.search(before) is not None)
