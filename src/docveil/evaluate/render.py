"""An evaluation as a table for people."""

from docveil.evaluate.spans import Evaluation, LabelResult


def render(evaluation: Evaluation) -> str:
    """A line a family, a line for all, and the rates that matter."""
    header = (
        f"{'family':14} {'gold':>6} {'found':>6} {'leak %':>7} | {'exact P':>7} {'R':>6} {'F1':>6} {'F2':>6} | "
        f"{'overlap P':>9} {'R':>6} {'F1':>6} {'F2':>6}"
    )
    rows = [_row(family, result) for family, result in evaluation.labels]
    return "\n".join(
        (
            header,
            *rows,
            _row("all", evaluation.total),
            "",
            f"leak rate           {100 * evaluation.leak_rate:.2f}% of personal letters and digits are left",
            f"over-redaction      {100 * evaluation.over_redaction:.2f}% of other letters and digits are covered",
            f"documents with leak {evaluation.documents_with_leak} of {evaluation.documents}",
            f"characters a second {evaluation.characters_per_second:,.0f}",
        )
    )


def _row(family: str, result: LabelResult) -> str:
    exact, overlap = result.exact, result.overlap
    return (
        f"{family:14} {exact.gold:6} {exact.predicted:6} {100 * result.leak_rate:7.2f} | "
        f"{exact.precision:7.3f} {exact.recall:6.3f} {exact.f(1):6.3f} {exact.f(2):6.3f} | "
        f"{overlap.precision:9.3f} {overlap.recall:6.3f} {overlap.f(1):6.3f} {overlap.f(2):6.3f}"
    )
