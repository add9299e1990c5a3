"""Persons and places: two models and a list, and the judge that weighs what they say word by word.

Unlike other readers this one uses the whole document: the texts that it is given together tell it how a word is used elsewhere.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from attrs import evolve, field, frozen

from docveil.detect.complete import complete
from docveil.detect.evidence import Evidence, gather
from docveil.detect.geography import GeographyReader
from docveil.detect.judge import Judge, weigh
from docveil.detect.protocol import Span
from docveil.detect.rampart import RampartReader, for_names
from docveil.detect.spacy_names import SpacyReader
from docveil.detect.windows import flat, unescaped


@frozen
class NamesReader:
    """Reads the paragraphs of one document.

    Attributes:
        spacy: The first model.
        rampart: The second.
        places: Countries and peoples by list.
        judge: Weighs them.
        ahead: What the models said of flat texts that they were given before: scores, and entities.
    """

    spacy: SpacyReader
    rampart: RampartReader
    places: GeographyReader
    judge: Judge
    ahead: Mapping[str, tuple[Any, Any]] = field(factory=dict, repr=False)

    name = "names"
    labels = SpacyReader.labels | RampartReader.labels | GeographyReader.labels

    def read(self, texts: tuple[str, ...]) -> tuple[tuple[Span, ...], ...]:
        """Spans of each paragraph.

        Raises:
            CleaningFailed: a paragraph could not be read whole.
        """
        texts = tuple(map(unescaped, texts))
        flats = tuple(sorted({flat(text) for text in texts}))
        scores, entities, evidence = self.evidence(flats)
        likely = self.judge.probabilities(evidence)
        number = {text: i for i, text in enumerate(flats)}
        places = self.places.read(texts)
        result = []
        for index, text in enumerate(texts):
            i = number[flat(text)]
            spans = [
                *self.spacy.spans(flats[i], entities[i]),
                *self.rampart.spans(text, scores[i]),
                *places[index],
            ]
            result.append(tuple(complete(flats[i], weigh(text, spans, evidence[i].words, likely[i]))))
        return tuple(result)

    def having_read(self, texts: Sequence[str]) -> Self:
        """The same reader, with what its models say of these texts at hand; spaCy reads several short ones sooner together."""
        flats = sorted({flat(text) for text in texts})
        return evolve(self, ahead=self._read(flats))

    def evidence(self, flats: Sequence[str]) -> tuple[list[Any], list[Any], list[Evidence]]:
        """The scores of the one model, the entities of the other, and the evidence of each word; also for fitting the judge."""
        read = {**self.ahead, **self._read([text for text in flats if text not in self.ahead])}
        scores, entities = [read[text][0] for text in flats], [read[text][1] for text in flats]
        words = [gather(text, for_names(s), e) for text, s, e in zip(flats, scores, entities, strict=True)]
        return scores, entities, words

    def _read(self, flats: Sequence[str]) -> dict[str, tuple[Any, Any]]:
        if not flats:
            return {}
        pairs = zip(self.rampart.model.scores(flats), self.spacy.entities(flats), strict=True)
        return dict(zip(flats, pairs, strict=True))
