r"""Formulas that Docling would not read whole, as plain text in their place.

Docling writes formulas as LaTeX. Words in them may come out as commands (`\L` for a letter with a stroke), torn apart
(`a \_ b`), or not at all, and a kind of formula that it does not know fails the document. A name is then not found.
"""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from docling.backend.docx.latex.omml import oMath2Latex

from docveil.extract.office_package import A, M, W, formula_text

_FORMULA = f"{M}oMath"
_PARAGRAPHS = (f"{W}p", f"{A}p")
# Docling drops the formulas of a paragraph that holds one.
_HYPHEN = f"{W}noBreakHyphen"
# Shorter ones are names of variables.
_WORD = re.compile(r"\d{3,}|[^\W\d_]{3,}")


def spell_out(root: Any, run: Callable[[Any, str], Any]) -> None:
    """Replace each formula below `root` whose words would not come through.

    Args:
        root: Changed in place.
        run: Makes a run of text; it is given an element that makes others, and the text.
    """
    for paragraph in dict.fromkeys(p for f in root.iter(_FORMULA) for p in f.iterancestors(*_PARAGRAPHS)):
        for child in list(paragraph):
            formulas = list(child.iter(_FORMULA))
            if formulas and not (paragraph.find(f".//{_HYPHEN}") is None and all(map(_is_whole, formulas))):
                paragraph.replace(child, run(child, " ".join(map(formula_text, formulas))))


def _is_whole(formula: Any) -> bool:
    try:
        latex = str(oMath2Latex(formula))
    except Exception:
        return False
    text = formula_text(formula)
    return "_" not in text and not Counter(_WORD.findall(text)) - Counter(_WORD.findall(latex))
