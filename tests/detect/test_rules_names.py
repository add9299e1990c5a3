import pytest

from docveil.detect import labels as L
from docveil.detect.rules import RulesReader


def found(text: str) -> set[tuple[str, str]]:
    return {(text[s.start : s.end], s.label) for s in RulesReader().read((text,))[0]}


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [
        ("Name: Adaeze Okonkwo", "Adaeze Okonkwo", L.PERSON),
        ("Patient: Okonkwo, Adaeze", "Okonkwo, Adaeze", L.PERSON),
        ("NAME: ADAEZE OKONKWO", "ADAEZE OKONKWO", L.PERSON),
        ("Patient name: adaeze okonkwo", "adaeze okonkwo", L.PERSON),
        ("SMITH, John Q. was", "SMITH, John Q", L.PERSON),
        ("Dear Ms Okonkwo,", "Okonkwo", L.PERSON),
        ("Mrs Okonkwo came", "Okonkwo", L.PERSON),
        ("Prof. Dr. Anna Müller", "Anna Müller", L.PERSON),
        ("Sincerely,\nAdaeze Okonkwo", "Adaeze Okonkwo", L.PERSON),
        ("Kind regards,\n\nAdaeze Okonkwo", "Adaeze Okonkwo", L.PERSON),
        ("Name: ............ Adaeze Okonkwo", "Adaeze Okonkwo", L.PERSON),
        ("Name: ____Adaeze Okonkwo____ Date: ____", "Adaeze Okonkwo", L.PERSON),
        ("ACCOUNT HOLDER: WILL POWER", "WILL POWER", L.PERSON),
        ("Payee: Rose Field", "Rose Field", L.PERSON),
        ("Name of applicant: Tomasz Wrzesniewski", "Tomasz Wrzesniewski", L.PERSON),
        ("Raghunathan, Priya\tabsent", "Raghunathan, Priya", L.PERSON),
        ("de la Fuente, Jos\u00e9\npresent", "de la Fuente, Jos\u00e9", L.PERSON),
        ("N\u00cd BHRAON\u00c1IN, Siobh\u00e1n", "N\u00cd BHRAON\u00c1IN, Siobh\u00e1n", L.PERSON),
        ("[10:12] Rose Field: the boxes came", "Rose Field", L.PERSON),
        ("10:12:40 Priya Raghunathan: yes", "Priya Raghunathan", L.PERSON),
        ('Alice: "Who are you?"', "Alice", L.PERSON),
        ("M A R A   B A N K S", "M A R A   B A N K S", L.PERSON),
        ("G R A C E H I L L", "G R A C E H I L L", L.PERSON),
        ("Signed by Adaeze Okonkwo", "Adaeze Okonkwo", L.PERSON),
        ("Name: April Lindqvist", "April Lindqvist", L.PERSON),
    ],
)
def test_is_found_whole(text: str, value: str, label: str) -> None:
    assert (value, label) in found(text)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("From: Accounts Department", L.PERSON),
        ("Chapter One: The Beginning", L.PERSON),
        ("Kind regards,\nThe Support Team", L.PERSON),
        ("Dear Sir or Madam,", L.PERSON),
        ("Dear Customer,", L.PERSON),
        ("To: All Staff", L.PERSON),
        ("Author: Unknown", L.PERSON),
        ("File name: report.pdf", L.PERSON),
        ("Contact: See Section 4", L.PERSON),
        ("Best\nPractices", L.PERSON),
        ("WHEREAS, Grantor has agreed", L.PERSON),
        ("PROVIDED, However, that", L.PERSON),
        ("[10:12] Note: the boxes came", L.PERSON),
        ('Note: "see below"', L.PERSON),
        ("Rev\tWeight (kg)", L.PERSON),
        ("A B C D E F G H", L.PERSON),
        ("Apples, pears\tripe", L.PERSON),
        ("WARNING, Please read", L.PERSON),
        ("INTRODUCTION, Methods", L.PERSON),
        ("Name: Contact", L.PERSON),
        ("Applicant: Occupation", L.PERSON),
        ("Client: Mobile", L.PERSON),
    ],
)
def test_ordinary_text_stays(text: str, label: str) -> None:
    assert label not in {name for _, name in found(text)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("so proud of #NatalieCooper tonight", "NatalieCooper"),
        ("#georgewilson wins", "georgewilson"),
        ("(#MARIAGONZALEZ)", "MARIAGONZALEZ"),
        ("party today happy birthday florentina xx", "florentina"),
    ],
)
def test_a_name_in_a_hashtag_or_a_wish(text: str, name: str) -> None:
    assert (name, L.PERSON) in found(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("with Gingrich to win, Romney will go", "Romney"),
        ("love you rihanna xx", "rihanna"),
        ("#Mozart, of course", "Mozart"),
        ("BEETHOVEN'S FIFTH", "BEETHOVEN"),
    ],
)
def test_whom_everybody_knows_by_one_name(text: str, name: str) -> None:
    assert (name, L.PERSON) in found(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("i still need to get steve a birthday card", "steve"),
        ("is that anna's coat?", "anna"),
        ("ok, tom. see you", "tom"),
        ("jessica and kevin came", "kevin"),
    ],
)
def test_a_given_name_where_the_writer_leaves_capitals_out(text: str, name: str) -> None:
    assert (name, L.PERSON) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "a rose by any other name, and may the grace of art mark it",
        "bill me on sunday in april",
        "import alice.bob as eve",
        "steve@example.org, @steve and /home/steve/notes",
        "the kevin_id of steve=1 and bert-base-uncased",
        "vice versa, inter alia, costa rica, nada",
    ],
)
def test_a_word_in_lower_case_is_no_given_name(text: str) -> None:
    assert not [span for span in RulesReader().read((text,))[0] if span.source == "rules.lower_case_name"]


@pytest.mark.parametrize("text", ["a tusk of ivory", "pro bono work", "@mozart", "mozartkugeln", "example.org/mozart"])
def test_a_word_like_a_known_name_is_none(text: str) -> None:
    assert not {label for _, label in found(text)} & {L.PERSON}


@pytest.mark.parametrize(
    "text", ["#throwback #breaking news", "#goalscoringmachine", "the brainchild of", "#photography"]
)
def test_an_ordinary_hashtag_is_no_name(text: str) -> None:
    assert not {label for _, label in found(text)} & {L.PERSON}


@pytest.mark.parametrize(
    ("text", "name", "label"),
    [
        ("off to doncaster for the day", "doncaster", L.LOCATION),
        ("miami weather is better", "miami", L.LOCATION),
        ("what a save by gallagher tonight", "gallagher", L.PERSON),
        ("DONCASTER PROBLEMS: the tap water", "DONCASTER", L.LOCATION),
        ("GALLAGHERRRRR what a save", "GALLAGHERRRRR", L.PERSON),
        ("steveeee come home", "steveeee", L.PERSON),
    ],
)
def test_a_place_or_surname_where_the_writer_has_one_case_or_holds_a_letter(text: str, name: str, label: str) -> None:
    assert (name, label) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "sooooo good, nooooo way, yesssss, loooooong day, goooool",
        "the toyota and the honda, an olympic turbo",
        "FRIDAY MEETING ABOUT BUDGET AND TRAINING",
        "DONCASTER_HOST=1 and /srv/doncaster/www",
        "a disney islam reich petit guinness",
    ],
)
def test_words_drawn_out_or_in_one_case_are_no_names(text: str) -> None:
    kinds = {"rules.lower_case_name", "rules.name_in_capitals", "rules.drawn_out_name"}
    assert not [span for span in RulesReader().read((text,))[0] if span.source in kinds]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("write it up for Mr Price before nine", "Price"),
        ("Mrs May left", "May"),
        ("Dr. Page and Ms Street came", "Page"),
        ("Mr Price Hill", "Price Hill"),
    ],
)
def test_a_surname_behind_a_title_is_one_though_it_is_a_label_elsewhere(text: str, name: str) -> None:
    assert (name, L.PERSON) in found(text)


@pytest.mark.parametrize("text", ["Mr President, thank you", "Mr Vice President", "Price: 12", "Dr No"])
def test_a_role_behind_a_title_is_none(text: str) -> None:
    assert not [span for span in RulesReader().read((text,))[0] if span.source == "rules.titled_name"]
