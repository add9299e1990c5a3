"""Countries, states and peoples by name, and places that say what they are: `Aabenraa County`, `Doyt Perry Stadium`.

A closed list is the one thing here that does not depend on a model's mood: `Canada` in a headline is found as it is in a
sentence. The lists are of general knowledge; they hold no name of a person.
"""

import re
from collections.abc import Iterator
from typing import Final

from docveil.detect import labels as L
from docveil.detect.protocol import Span

NAME = "geography"
_SCORE = 0.7

_COUNTRIES = """
Afghanistan;Albania;Algeria;Andorra;Angola;Antigua and Barbuda;Argentina;Armenia;Australia;Austria;Azerbaijan;Bahamas;Bahrain;
Bangladesh;Barbados;Belarus;Belgium;Belize;Benin;Bhutan;Bolivia;Bosnia;Bosnia and Herzegovina;Botswana;Brazil;Brunei;Bulgaria;
Burkina Faso;Burma;Burundi;Cambodia;Cameroon;Canada;Cape Verde;Central African Republic;Chile;China;Colombia;Comoros;Congo;
Costa Rica;Croatia;Cuba;Cyprus;Czechia;Czech Republic;Czechoslovakia;Denmark;Djibouti;Dominican Republic;East Timor;Ecuador;
Egypt;El Salvador;England;Eritrea;Estonia;Eswatini;Ethiopia;Fiji;Finland;France;Gabon;Gambia;Germany;Ghana;Gibraltar;
Great Britain;Greece;Greenland;Grenada;Guatemala;Guernsey;Guinea-Bissau;Guyana;Haiti;Honduras;Hong Kong;Hungary;Iceland;India;
Indonesia;Iran;Iraq;Ireland;Isle of Man;Israel;Italy;Ivory Coast;Jamaica;Japan;Kazakhstan;Kenya;Kiribati;Kosovo;Kuwait;
Kyrgyzstan;Laos;Latvia;Lebanon;Lesotho;Liberia;Libya;Liechtenstein;Lithuania;Luxembourg;Macau;Macedonia;Madagascar;Malawi;
Malaysia;Maldives;Mali;Malta;Marshall Islands;Mauritania;Mauritius;Mexico;Micronesia;Moldova;Monaco;Mongolia;Montenegro;Morocco;
Mozambique;Myanmar;Namibia;Nepal;Netherlands;New Zealand;Nicaragua;Nigeria;North Korea;North Macedonia;Northern Ireland;Norway;
Oman;Pakistan;Palestine;Panama;Papua New Guinea;Paraguay;Peru;Philippines;Poland;Portugal;Prussia;Puerto Rico;Qatar;Romania;
Russia;Rwanda;Saint Lucia;Samoa;San Marino;Saudi Arabia;Scotland;Senegal;Serbia;Seychelles;Sierra Leone;Singapore;Slovakia;
Slovenia;Solomon Islands;Somalia;South Africa;South Korea;South Sudan;Soviet Union;Spain;Sri Lanka;Sudan;Suriname;Sweden;
Switzerland;Syria;Taiwan;Tajikistan;Tanzania;Thailand;Tibet;Togo;Tonga;Trinidad and Tobago;Tunisia;Turkmenistan;Tuvalu;Uganda;
Ukraine;United Arab Emirates;United Kingdom;United States;United States of America;Uruguay;USSR;Uzbekistan;Vanuatu;
Vatican City;Venezuela;Vietnam;Wales;West Germany;East Germany;Yemen;Yugoslavia;Zambia;Zimbabwe;UK;U.K.;USA;U.S.A.;U.S.
"""
_STATES = """
Alabama;Alaska;Arizona;Arkansas;California;Colorado;Connecticut;Delaware;Florida;Hawaii;Idaho;Illinois;Indiana;Iowa;Kansas;
Kentucky;Louisiana;Maryland;Massachusetts;Michigan;Minnesota;Mississippi;Missouri;Montana;Nebraska;Nevada;New Hampshire;
New Jersey;New Mexico;New York;New York City;North Carolina;North Dakota;Ohio;Oklahoma;Oregon;Pennsylvania;Rhode Island;
South Carolina;South Dakota;Tennessee;Texas;Utah;Vermont;West Virginia;Wisconsin;Wyoming;New South Wales;Queensland;
Western Australia;South Australia;Tasmania;Ontario;Quebec;British Columbia;Alberta;Manitoba;Saskatchewan;Nova Scotia;
New Brunswick;Newfoundland;Bavaria;Saxony;Catalonia;Andalusia;Tuscany;Lombardy;Yorkshire;Lancashire;Cornwall;Essex;Sussex;
Hertfordshire;Oxfordshire;Cambridgeshire;Gloucestershire;Leicestershire;Nottinghamshire;Derbyshire;Hampshire;Middlesex;
London;Paris;Berlin;Madrid;Rome;Vienna;Moscow;Tokyo;Beijing;Shanghai;Mumbai;Delhi;New Delhi;Sydney;Melbourne;Toronto;Montreal;
Vancouver;Chicago;Los Angeles;San Francisco;San Diego;Seattle;Boston;Philadelphia;Detroit;Dallas;Houston;Atlanta;Miami;
Las Vegas;New Orleans;Minneapolis;Amsterdam;Rotterdam;Brussels;Zurich;Geneva;Munich;Hamburg;Cologne;Frankfurt;Barcelona;Seville;
Ipswich;Norwich;Nottingham;Leicester;Sheffield;Southampton;Portsmouth;Plymouth;Brighton;Cardiff;Swansea;Belfast;Aberdeen;Dundee;
Milan;Naples;Venice;Florence;Athens;Lisbon;Dublin;Edinburgh;Glasgow;Manchester;Birmingham;Liverpool;Leeds;Copenhagen;Stockholm;
Oslo;Helsinki;Warsaw;Prague;Budapest;Bucharest;Istanbul;Ankara;Cairo;Jerusalem;Tel Aviv;Baghdad;Tehran;Kabul;Karachi;Bangkok;
Hanoi;Manila;Jakarta;Kuala Lumpur;Seoul;Lagos;Nairobi;Johannesburg;Cape Town;Buenos Aires;Santiago;Lima;Bogota;Caracas;Havana;
Rio de Janeiro;Sao Paulo;Africa;Asia;Europe;North America;South America;Latin America;Antarctica;Scandinavia;Middle East
"""
_PEOPLES = """
Afghan;African;Albanian;Algerian;American;Arab;Argentinian;Armenian;Asian;Australian;Austrian;Azerbaijani;Bangladeshi;Basque;
Belgian;Belizean;Belizian;Bolivian;Bosnian;Brazilian;British;Bulgarian;Burmese;Cambodian;Cameroonian;Canadian;Catalan;Chechen;
Chilean;Chinese;Colombian;Congolese;Croatian;Cuban;Cypriot;Czech;Danish;Dutch;Ecuadorean;Ecuadorian;Egyptian;English;Eritrean;
Estonian;Ethiopian;European;Filipino;Finnish;Flemish;French;Gambian;Georgian;German;Ghanaian;Greek;Greenlander;Greenlandic;
Guatemalan;Haitian;Honduran;Hungarian;Icelandic;Indian;Indonesian;Iranian;Iraqi;Irish;Israeli;Italian;Jamaican;Japanese;
Jordanian;Kazakh;Kenyan;Korean;Kosovar;Kurdish;Kuwaiti;Kyrgyz;Laotian;Latvian;Lebanese;Liberian;Libyan;Lithuanian;Luxembourger;
Macedonian;Malawian;Malaysian;Maltese;Mauritian;Mexican;Moldovan;Mongolian;Montenegrin;Moroccan;Mozambican;Namibian;Nepalese;
Nepali;Nicaraguan;Nigerian;Norwegian;Omani;Pakistani;Palestinian;Panamanian;Paraguayan;Peruvian;Polish;Portuguese;Qatari;
Romanian;Russian;Rwandan;Salvadoran;Saudi;Scottish;Senegalese;Serbian;Singaporean;Slovak;Slovene;Slovenian;Somali;Spanish;
Sudanese;Swedish;Swiss;Syrian;Taiwanese;Tanzanian;Thai;Tibetan;Tunisian;Turkish;Ugandan;Ukrainian;Uruguayan;Uzbek;Venezuelan;
Vietnamese;Welsh;Yemeni;Zambian;Zimbabwean;Buddhist;Catholic;Christian;Hindu;Jewish;Muslim;Protestant;Shia;Shiite;Shii;Sikh;
Sunni
"""
# A capitalised word or two before one of these name a place.
_KINDS = (
    "County|Parish|Province|Prefecture|Municipality|Township|Borough|Village|Island|Islands|River|Creek|Lake|Bay|Valley|"
    "Mountain|Mountains|Hills|Canyon|Desert|Peninsula|Beach|Harbour|Harbor|Stadium|Arena|Airport|Cathedral|Castle|Palace|"
    "Cemetery|Bridge|Cave|Estate|Plateau|Glacier|Reservoir|Pyrenees|Alps|Bridgehead|bridgehead|islands|provinces|"
    "Railroad|Railway|House|Hall|Gallery|Hotel|Theatre|Station|Square|Fields|Riding|Front|"
    "Convention\\s(?:Center|Centre)|National\\sPark|State\\sPark"
)
_NAMED = re.compile(
    rf"(?<![\w'\u2019-])(?!The\s|An?\s|This\s|In\s|At\s|On\s)[^\W\d_a-z][\w'\u2019-]{{1,24}}"
    rf"(?:\s[^\W\d_a-z][\w'\u2019-]{{1,24}}){{0,2}}\s(?:{_KINDS})(?![\w-])"
)
_BEFORE = re.compile(r"(?<!\w)(?:Central|Greater|Upper|Lower|Inner|Outer|East|West|North|South)[ -]\Z")
_WORD = re.compile(r"(?<![\w@./-])[^\W\d_]{2,}(?:-[A-Z][a-z]+)?|(?<![\w.])U\.(?:K|S)\.(?:A\.)?")
_PEOPLE_WORD = re.compile(r"(?<![\w@])[^\W\d_]{3,14}(?!\w)")


def _table(*lists: str) -> dict[str, tuple[str, ...]]:
    table: dict[str, list[str]] = {}
    for name in ";".join(lists).replace("\n", "").split(";"):
        for form in {name, name.upper(), *({name.lower()} if name.isalpha() and len(name) > 5 else ())}:
            table.setdefault(form.split(" ", maxsplit=1)[0], []).append(form)
    return {first: tuple(sorted(names, key=len, reverse=True)) for first, names in table.items()}


_PLACES: Final = _table(_COUNTRIES, _STATES)
_NATIONS: Final = frozenset(
    form for name in _PEOPLES.replace("\n", "").split(";") for form in (name.lower(), f"{name.lower()}s")
)
# In lower case these are ordinary words too, or mean something else.
_NEEDS_CAPITAL = frozenset(
    "polish welsh swiss czech thai catholic turkish christian english french german greek indian".split()
)


class GeographyReader:
    """Reads paragraphs with the lists."""

    name = NAME
    labels = frozenset({L.LOCATION, L.NRP})

    def read(self, texts: tuple[str, ...]) -> tuple[tuple[Span, ...], ...]:
        """Spans of each paragraph."""
        return tuple((*_places(text), *_named(text), *_peoples(text)) for text in texts)


def _places(text: str) -> Iterator[Span]:
    for match in _WORD.finditer(text):
        for name in _PLACES.get(match[0].split("-")[0], _PLACES.get(match[0], ())):
            end = match.start() + len(name)
            if text.startswith(name, match.start()) and not text[end : end + 1].isalnum():
                before = _BEFORE.search(text, max(0, match.start() - 9), match.start())
                start = before.start() if before else match.start()
                yield Span(start, end, L.LOCATION, _SCORE, f"{NAME}.list")
                break


def _named(text: str) -> Iterator[Span]:
    for match in _NAMED.finditer(text):
        yield Span(*match.span(), L.LOCATION, 0.6, f"{NAME}.kind")


def _peoples(text: str) -> Iterator[Span]:
    for match in _PEOPLE_WORD.finditer(text):
        word = match[0].lower()
        if word in _NATIONS and (match[0][0].isupper() or word not in _NEEDS_CAPITAL):
            yield Span(*match.span(), L.NRP, _SCORE, f"{NAME}.people")
