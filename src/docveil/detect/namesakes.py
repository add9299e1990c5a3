"""What bears a name and is no person or place: a ship, a battle, a company, a theorem, an opening in chess.

Where the name stands alone too, it is still what it was: `the Quorra Variation` falls with Quorra, who is mentioned elsewhere.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cache

from docveil.detect.gazetteer import entries, gazetteer, phrases_in

# Sure of a ship, and those that mean something else too: `PS` begins a postscript.
_PREFIX = re.compile(r"\b(?:HMS|HMAS|HMCS|HMNZS|USS|USNS|USCGC|RMS|HNLMS)\s\Z")
_ALSO_PREFIX = re.compile(r"\b(?:SS|MS|MV|RV|TS|PS|SMS|INS|ORP)\s\Z")
_VESSEL = re.compile(
    r"\b(?:battleship|cruiser|destroyer|frigate|sloop|brig|schooner|barque|gunboat|steamer|steamship|submarine|galleon|privateer|"
    r"flagship|minesweeper|trawler|tugboat|lightship|spacecraft|space\sprobe|satellite|spaceship|starship)\s[\"\u201c]?\Z"
)
_AT_SEA = re.compile(
    r"\b(?:ships?|vessels?|sail(?:s|ed|ing)|crews?|launched|ferry|ferries|steamers?|cruises?|cruisers?|aboard|nav(?:y|al)|captain|"
    r"ports?|harbour|voyages?|sunk|sank|torpedo(?:ed)?|wreck(?:ed)?|shipyards?|liners?|gun|berths?|docked)\b"
)
_BEFORE_LENGTH = 16
# What may follow the name of a ship: the end of what is said of it, or what happens to ships. Anything else is what somebody
# does: `On the frigate Quorra kept a diary`, `the destroyer Quorra built in his shed`.
_PREPOSITIONS = r"in|on|at|from|to|into|with|by|off|near|during|until|between|before|after|under|of|for|as|which|that"
_BEFALLS = (
    r"sailed|sails|departed|docked|foundered|collided|captured|engaged|carried|served|arrived|left|struck|ran\saground|sank|"
    r"(?:was|were)\s(?:an?|the|sunk|launched|built|commissioned|lost|wrecked|scrapped|captured|sold|laid|hit|torpedoed|named|"
    r"designed|renamed)"
)
_GOES_ON = re.compile(rf"\Z|[\"\u201d]?(?:[,.;:)\n]|\s\(|\s(?:{_PREPOSITIONS}|{_BEFALLS})(?!\w))")
# Behind these, what follows the vessel's kind is who was there.
_FRONTED = re.compile(r"(?:^|[.!?\n]\s{0,2})(?:On|In|Aboard|From|At|With|After|During)\s(?:[a-z]+\s){0,5}[a-z]+\s\Z")
_SENTENCE_LENGTH = 80
# What is named after whoever found it, or first suffered from it.
_THING = (
    r"\s(?:theorems?|lemmas?|conjectures?|paradox|inequality|inequalities|equations?|polynomials?|manifolds?|graphs?|hypothesis|"
    r"algorithms?|transforms?|distribution|syndrome|disease|fallacy|gambit|Gambit|Variation|Defen[cs]e|Countergambit|"
    r"Theorem|Paradox|Conjecture|Lemma|Syndrome|Disease)(?!\w)"
)
_EPONYM = re.compile(_THING)
# `Quorra's disease` is what Quorra suffers from, unless everybody knows it by the name.
_KNOWN_EPONYM = re.compile(rf"(?:'s|\u2019s)?{_THING}")

# `a Delaware corporation` says what kind of company it is, not where anybody is.
_COMPANY = re.compile(
    r"\s(?:corporation|limited\s(?:liability\s)?(?:company|partnership)|general\spartnership|business\strust|banking\sassociation)"
    r"(?!\w|\s(?!and\b|or\b|with\b|that\b|which\b|whose\b|in\b|for\b|as\b|having\b)[a-z])"
)
_BATTLE = re.compile(r"\b(?:Battles?|Sieges?|Treaty)\sof\s(?:the\s)?(?:\Z|(?=[A-Z]))")
# `the Bangladesh Liberation War`
_HISTORY = re.compile(
    r"(?:\s[A-Z][a-z]+){0,2}\s(?:Wars?|Campaign|Accords?|Armistice|Treaty|Pact|Protocol|Plebiscites?|Uprising|Rebellion|Revolution|"
    r"Mutiny|Massacre|Offensive|Blitz|Crisis|Championships?|Olympics|Grand\sPrix|Biennale|Triennale)(?![\w-]|\s[A-Z][a-z])"
)
_THE = re.compile(r"\b[Tt]he\s(?:\d{4}\s)?\Z")
_ARTICLE = re.compile(r"\b[Aa]n?\s\Z")

# What has a title, and the quote that the title begins with, before the words of the title so far. Little may stand between:
# `The video shows "Auntie Quorra"` is of no title.
_TITLED = re.compile(
    r"\b(?:songs?|singles?|tracks?|albums?|EP|episodes?|videos?|films?|novels?|poems?|anthem|hymn|musical|B-side|demos?|cover\sof|covers)"
    r"(?:,|:|\s\(\d{1,4}\)|\s(?:called|named|titled|entitled|such\sas|like|including|include|included|was|were|is|are|and|the|from|on|of|"
    r"released\sas|recorded\sas|hit|movie|film|song|track|single|album)(?!\w)){0,5}\s?"
    r"(?:\"\s?[^\"\n]{1,40}\s?\"(?:,|\sand)\s(?:and\s)?){0,2}([\"\u201c])\s?[^\"\u201c\u201d\n]{0,40}\Z"
)
_TITLE_ENDS = re.compile(r"[^\"\u201c\u201d\n]{0,40}[\"\u201d](?!,?\s(?:who|whose)\b)")
_TITLE_LENGTH = 240
_AIRCRAFT = re.compile(
    r"\b(?:A|AH|B|C|CH|EC|EF|F|KC|MiG|P|RC|RF|SR|Su|T|Tu|UH|Yak)-\d{1,3}[A-Z]?\s(?:[A-Z][a-z]+\s)?\Z"
)
# By names that types bear: behind `F-3` may be who sits there.
_TYPES = frozenset(
    "aardvark airacobra apache avenger beagle bear bearcat bearcats blackbird blackbirds blackhawk bobcat bomber boxcar "
    "bronco cargomaster catalina chinook chipmunk cobra corsair corsairs crusader dauntless delta destroyer dragon "
    "dragonfly eagle eagles falcon falcons fighter fighting fishbed flanker flogger flying fortress freedom fulcrum galaxy "
    "globemaster goshawk hellcat hellcats hercules hornet hornets huey hustler intruder invader invaders iroquois kiowa "
    "lancer liberator liberators lightning lightnings marauder mercury mustang mustangs neptune nighthawk orion "
    "osprey panther peacemaker phantom phantoms prowler raptor raptors raven sabre sabrejet sabres scorpion sea seahawk "
    "shooting skyhawk skyhawks skyknight skymaster skyraider skytrain spirit stallion star starfighter starfighters "
    "starlifter stratofortress stratojet stratotanker super superfortress talon texan thunder thunderbolt thunderbolts "
    "thunderchief thunderjet thunderstreak tiger tigershark tomcat tomcats tornado trainer trojan viking viper vipers "
    "viscount voodoo warhawk warhawks warthog widow wildcat wildcats".split()
)
_CODE_WITHIN = re.compile(r"(?:[A-Z]{1,3}-)?\d{1,3}[A-Z]?\s")
_AVIATION = re.compile(
    r"\b(?:aircraft|airplanes?|squadrons?|fighters?|bombers?|helicopters?|air\s(?:force|base|wing)|jets?|missiles?)\b",
    re.IGNORECASE,
)
_AROUND = 300


def is_title_or_type(source: str, start: int, end: int, quotes: Sequence[int]) -> bool:
    """Whether a name is of a quoted title, `the song "Santa through the Back Door"`, or of a type: `F-105 Thunderchief`.

    Args:
        source: The document's text.
        start: Where the name begins.
        end: One past its last code point.
        quotes: Where the text has a straight quote, ascending.
    """
    return _is_in_a_title(source, start, end, quotes) or _is_aircraft(source, start, end)


def _is_in_a_title(source: str, start: int, end: int, quotes: Sequence[int]) -> bool:
    begin = max(0, start - _TITLE_LENGTH)
    titled = _TITLED.search(source[begin:start])
    if titled is None or _TITLE_ENDS.match(source, end) is None:
        return False
    # A quote that is not curly may end what somebody says: `"I hate that song," Quorra said, "and ..."`.
    opening = begin + titled.start(1)
    line = source.rfind("\n", 0, opening) + 1
    return titled[1] != '"' or (bisect_left(quotes, opening) - bisect_left(quotes, line)) % 2 == 0


def _is_aircraft(source: str, start: int, end: int) -> bool:
    code = _CODE_WITHIN.match(source, start, end)
    begin = code.end() if code else start
    if _AIRCRAFT.search(source[max(0, begin - _BEFORE_LENGTH) : begin]) is None:
        return False
    words = re.findall(r"[^\W\d_]+", source[begin:end].casefold())
    if not words or not all(word in _TYPES for word in words):
        return False
    return _AVIATION.search(source[max(0, start - _AROUND) : end + _AROUND]) is not None


def is_vessel(source: str, start: int, end: int) -> bool:
    """Whether `source[start:end]`, found as a name, is that of a ship or a spacecraft: `HMS Petrel`, `the frigate Petrel`."""
    found = source[start:end]
    before = source[max(0, start - _BEFORE_LENGTH) : start]
    if _PREFIX.search(before):
        return True
    words = re.findall(r"[^\W\d_]+", found.casefold())
    if not words or words[0] in gazetteer().given or _GOES_ON.match(source, end) is None:
        return False
    if _VESSEL.search(before):
        return _FRONTED.search(source[max(0, start - _SENTENCE_LENGTH) : start]) is None
    around = source[max(0, start - _AROUND) : end + _AROUND]
    is_one = len(words) == 1 and not found.isupper()
    return is_one and _ALSO_PREFIX.search(before) is not None and _AT_SEA.search(around) is not None


def is_eponym(source: str, start: int, end: int) -> bool:
    """Whether a thing is named after `source[start:end]`, by its name alone: `the Quorra paradox`, `Crohn's disease`."""
    form = source[start:end].partition(" ")[0].casefold()
    return form not in gazetteer().given and _of_a_thing(form).match(source, end) is not None


def is_eponym_everywhere(source: str, found: str) -> bool:
    """Whether `found` stands nowhere without the thing that is named after it. Linear in the text."""
    everywhere = re.finditer(rf"(?<!\w){re.escape(found)}(?!\w)", source)
    thing = _of_a_thing(found.casefold())
    return all(thing.match(source, match.end()) for match in everywhere)


def _of_a_thing(form: str) -> re.Pattern[str]:
    return _KNOWN_EPONYM if form in _known_eponyms() else _EPONYM


@cache
def _known_eponyms() -> frozenset[str]:
    return frozenset(entries("eponyms"))


def is_of_a_company_or_event(source: str, start: int, end: int) -> bool:
    """Whether a place is of the kind of a company, or in the name of a battle, a war or a championship: nobody is there."""
    before = source[max(0, start - _BEFORE_LENGTH) : start]
    is_company = _COMPANY.match(source, end) is not None and _ARTICLE.search(before) is not None
    is_battle = _BATTLE.search(before) is not None or _BATTLE.match(source, start, end) is not None
    is_history = _HISTORY.match(source, end) is not None and _THE.search(before) is not None
    return is_battle or ((is_company or is_history) and _is_large(source[start:end]))


def _is_large(found: str) -> bool:
    """`the Brockhurst Accords` may be those of a family."""
    words = re.findall(r"[^\W\d_]+", found.casefold())
    return any(first == 0 and end == len(words) for first, end in phrases_in(words, gazetteer().large))
