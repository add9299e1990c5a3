"""Places, addresses, organisations and terms: each telling word becomes an invented one, and each number another number."""

import re
import unicodedata

from docveil.redact.synthetic.draw import Draw
from docveil.redact.synthetic.ground import Ground
from docveil.redact.synthetic.pools import family_names, place_endings, state_codes
from docveil.redact.synthetic.shape import recase, scramble

_TOKEN = re.compile(r"[^\W_]+(?:['\u2019][^\W\d_]+)*")
# Words of form: they say what kind of thing stands there, not which.
_FORM = frozenset(
    """the of and for at in on near to und der die das von am im de la le les du des et del y di da
    street st road rd lane ln avenue ave boulevard blvd drive dr court ct place pl square sq close terrace way row walk crescent
    highway hwy parkway pkwy circle cir strasse straße str weg platz gasse allee rue route chemin calle via
    apt apartment suite ste unit floor flat room building bldg box po p.o north south east west
    county city town district upper lower new
    ltd limited inc incorporated llc llp plc corp corporation co company gmbh ag kg sa sarl bv nv ab as oy spa srl
    bank university college school hospital clinic church group holdings partners associates institute foundation trust society
    association council department ministry office centre center services solutions systems international""".split()
)


def text_surrogate(text: str, draw: Draw, ground: Ground, *, is_place: bool, words: dict[str, str]) -> str | None:
    """`text` with other words and numbers in the same form; None where a sign in it was not understood.

    Args:
        text: The value, composed.
        draw: Where the choices come from.
        ground: What must not be chosen.
        is_place: Whether the words are to look like places.
        words: Folded source word to surrogate, filled here, so that all mentions of the value agree.
    """
    out: list[str] = []
    position = 0
    for match in _TOKEN.finditer(text):
        out.append(text[position : match.start()])
        position = match.end()
        out.append(_token(match[0], draw, ground, is_place=is_place, words=words))
    out.append(text[position:])
    if any(unicodedata.category(c)[0] == "M" for c in "".join(out[::2])):
        return None
    return "".join(out)


def _token(token: str, draw: Draw, ground: Ground, *, is_place: bool, words: dict[str, str]) -> str:
    if token.casefold() in _FORM:
        return token
    folded = ground.fold(token) or token
    if folded not in words:
        words[folded] = _invented(token, draw, ground, is_place=is_place)
    return recase(words[folded], token)


def _invented(token: str, draw: Draw, ground: Ground, *, is_place: bool) -> str:
    if any(c.isdigit() for c in token):
        return scramble(token, draw)
    if token in state_codes():
        return draw.pick(state_codes())
    if len(token) <= 3 and token.isupper():
        return scramble(token, draw)
    for _ in range(50):
        word = draw.pick(family_names())
        if is_place:
            word += draw.pick(place_endings())
        if ground.is_new_word(word):
            return word
    return scramble(token, draw).capitalize()
