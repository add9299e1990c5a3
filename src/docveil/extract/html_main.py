"""The main text of a web page: an article in JSON-LD that agrees with the page, else what is no chrome around it."""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from attrs import frozen

from docveil.extract.flow import Notes
from docveil.extract.html_plain import lines_of

_CHROME_TAGS = ("nav", "aside", "footer", "dialog", "menu")
_CHROME_ROLES = {
    "navigation",
    "banner",
    "contentinfo",
    "complementary",
    "search",
    "dialog",
    "alertdialog",
    "menu",
    "menubar",
}
_CHROME_NAMES = re.compile(
    r"(?:^|[\s_-])(?:nav(?:bar|box|igation)?|editsection|catlinks|noprint|menu|breadcrumbs?|sidebar|footer|masthead|cookies?|"
    r"consent|gdpr|banner|advert\w*|ads?|promo|sponsor\w*|related|recommend\w*|share|sharing|social|newsletter|subscribe|"
    r"signup|popup|modal|pagination|pager|skip-?link|toolbar|comments?|disqus|toc|widget|read-?more|more-?stories|trending|"
    r"outbrain|taboola)(?:$|[\s_-])",
    re.IGNORECASE,
)
# An element that holds more than this share of the page's text is no chrome, whatever it is called.
_MOST_OF_PAGE = 0.5
# The one `main` or `article` is the main text when it holds at least this share of the text that is no chrome.
_LEAST_OF_REST = 0.25
_LEAST_BODY = 140
_AGREEING = 0.9


@frozen
class Article:
    """An article's body out of JSON-LD: its headline and its paragraphs."""

    headline: str
    paragraphs: tuple[str, ...]


def find_article(root: Any, notes: Notes) -> Article | None:
    """The longest article body in JSON-LD nine tenths of whose words the page shows; all other JSON-LD is counted."""
    best: Article | None = None
    for script in list(root.iter("script")):
        if "ld+json" not in script.get("type", ""):
            continue
        notes.add("json_ld")
        data = script.text or ""
        script.drop_tree()
        try:
            value = json.loads(data)
        except (ValueError, RecursionError):
            continue
        for item in _objects(value, 0):
            article = _article(item)
            if article is not None and (best is None or _size(article) > _size(best)):
                best = article
    if best is None or _size(best) < _LEAST_BODY:
        return None
    page = set(_words(" ".join(lines_of(root))))
    words = [w for p in best.paragraphs for w in _words(p)]
    return best if words and sum(w in page for w in words) >= _AGREEING * len(words) else None


def _article_text(item: dict[str, Any]) -> str | None:
    body = item.get("articleBody")
    return body if isinstance(body, str) else None


def _objects(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    if depth > 20:
        return
    if isinstance(value, dict):
        yield value
        for inner in value.values():
            yield from _objects(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _objects(inner, depth + 1)


def _article(item: dict[str, Any]) -> Article | None:
    body = _article_text(item)
    if body is None:
        return None
    headline = item.get("headline")
    lines = [" ".join(line.split()) for line in re.split(r"\n+", re.sub(r"<[^<>]*>", " ", unescape(body)))]
    return Article(unescape(headline) if isinstance(headline, str) else "", tuple(line for line in lines if line))


def _size(article: Article) -> int:
    return sum(len(p) for p in article.paragraphs)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def keep_main(root: Any, notes: Notes) -> None:
    """Take everything but the main text out of the page, and count the elements that went."""
    total = _length(root)
    for element in list(root.iter()):
        if (
            element.getparent() is None
            or not isinstance(element.tag, str)
            or element.tag in ("html", "body", "main", "article")
        ):
            continue
        if _is_chrome(element) and _length(element) <= _MOST_OF_PAGE * total:
            if _length(element):
                notes.add("page_chrome", "no_main_text_not_read")
            element.drop_tree()
    rest = _length(root)
    for tag in ("main", "article"):
        found = [e for e in root.iter(tag) if next(e.iterancestors(tag), None) is None]
        if found and sum(map(_length, found)) >= _LEAST_OF_REST * rest:
            body = root.find("body")
            outside = rest - sum(map(_length, found))
            notes.add("page_chrome", "no_main_text_not_read", 1 if outside else 0)
            for child in list(body):
                body.remove(child)
            body.text = None
            for element in found:
                element.tail = None
                body.append(element)
            return


def _is_chrome(element: Any) -> bool:
    if element.tag in _CHROME_TAGS or element.get("role", "") in _CHROME_ROLES:
        return True
    if element.tag == "header":
        # The header of an article holds its title; that of the page holds the site's.
        return next(element.iterancestors("article", "main"), None) is None and next(element.iter("h1"), None) is None
    names = f"{element.get('class', '')} {element.get('id', '')}"
    return _CHROME_NAMES.search(names) is not None


def _length(element: Any) -> int:
    return sum(len("".join(text.split())) for text in element.itertext())
