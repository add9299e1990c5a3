"""SQL over parse records, in a DuckDB that lives in memory and reaches nothing outside it."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import duckdb
from attrs import frozen

from docveil.emit.records import UNRESOLVED
from docveil.errors import UsageError
from docveil.model.document import FAILED_PAGE

# No file, network, extension or Python variable is within reach of a query, and nothing of this can be set back. Spilling to the
# disk is off too: it would write to the folder that the user happens to stand in.
_SEALED: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "allow_community_extensions": False,
    "allow_persistent_secrets": False,
    "python_enable_replacements": False,
    "temp_directory": "",
}
_VIEWS = (
    """CREATE VIEW pages AS
    SELECT doc_id, p.page AS page, p.text_layer_characters + p.ocr_characters AS characters,
        p.text_layer_characters AS text_layer_characters, p.ocr_characters AS ocr_characters,
        p.columns AS columns, p.ocr_confidence AS ocr_confidence
    FROM (SELECT doc_id, unnest(pages) AS p FROM records)""",
    """CREATE VIEW notes AS
    SELECT doc_id, n.part AS part, n.reason AS reason, n.count AS count, n.page AS page, n.bbox AS bbox,
        n.part = getvariable('failed_page') OR list_contains(getvariable('unresolved'), n.part || '/' || n.reason) AS unresolved
    FROM (SELECT doc_id, unnest(notes) AS n FROM records)""",
    """CREATE VIEW packages AS
    SELECT fingerprint, p.name AS name, p.value AS version
    FROM (SELECT fingerprint, unnest(packages) AS p FROM fingerprints)""",
)
TABLES = ("records", "pages", "notes", "fingerprints", "packages", "failures")
_LINE = re.compile(r"\bLINE (\d+):")


@frozen
class Answer:
    """What a query gives.

    Attributes:
        columns: Names of the columns.
        rows: One tuple a row; values are what DuckDB makes of them: numbers, texts, lists, dicts, dates.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def ask(tables: Mapping[str, Any], sql: str, parameters: Sequence[Any] = ()) -> Answer:
    """The answer to one SELECT over `records`, `pages`, `notes`, `fingerprints`, `packages` and `failures`.

    Args:
        tables: Arrow tables, as of `docveil.records.folder.read_records`.
        sql: One statement.
        parameters: In place of each `?`.

    Raises:
        UsageError: it is not one SELECT, is not SQL, names what there is not, or reaches outside. The message tells the line,
            and never the query: it may hold a name.
    """
    with duckdb.connect(":memory:", config=_SEALED) as connection:
        _load(connection, tables)
        try:
            statements = connection.extract_statements(sql)
            if len(statements) != 1 or statements[0].type is not duckdb.StatementType.SELECT:
                raise UsageError("A query is one SELECT.", next_step="Records can be read, not changed.")
            result = connection.execute(statements[0], list(parameters))
            return Answer(tuple(column[0] for column in result.description or ()), tuple(result.fetchall()))
        except duckdb.Error as error:
            raise _refusal(error) from None
        except TypeError:  # what no UTF-8 can hold, as a call in another encoding makes it
            raise UsageError("The query is not SQL.", next_step="Give it in UTF-8.") from None


def _load(connection: duckdb.DuckDBPyConnection, tables: Mapping[str, Any]) -> None:
    for name, table in tables.items():
        once = "DISTINCT ON (fingerprint)" if name == "fingerprints" else ""  # it is written once a shard
        connection.register("incoming", table)
        connection.execute(f"CREATE TABLE {name} AS SELECT {once} * FROM incoming")  # noqa: S608 - the name is one of our own
        connection.unregister("incoming")
    connection.execute("SET VARIABLE failed_page = ?", [FAILED_PAGE])
    connection.execute("SET VARIABLE unresolved = ?", [[f"{part}/{reason}" for part, reason in UNRESOLVED]])
    for view in _VIEWS:
        connection.execute(view)
    connection.execute("SET lock_configuration = true")


def _refusal(error: duckdb.Error) -> UsageError:
    line = _LINE.search(str(error))
    where = f" at line {line[1]}" if line else ""
    if isinstance(error, duckdb.ParserException | duckdb.SyntaxException):
        return UsageError(f"The query is not SQL{where}.", next_step="See docs/records.md.")
    if isinstance(error, duckdb.CatalogException | duckdb.BinderException):
        known = ", ".join(TABLES)
        return UsageError(
            f"The query names or compares what there is not{where}.",
            next_step=f"Tables are {known}; `DESCRIBE records` shows the columns of one.",
        )
    if isinstance(error, duckdb.PermissionException):
        return UsageError("A query reaches nothing but the records.", next_step="Leave files and extensions out.")
    if isinstance(error, duckdb.OutOfMemoryException):
        return UsageError("The query takes more memory than there is.", next_step="Ask for less at a time.")
    return UsageError(f"The query failed ({type(error).__name__}){where}.", next_step="See docs/records.md.")
