"""The laws of cleaning under any run of normalisations, findings and operators; and proof that they catch a wrong projection."""

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from docveil.errors import DocveilError
from tests.properties import wrong_projections
from tests.properties.cleaning_machine import CleaningMachine, Project

FULL = settings.get_current_profile_name() == "full"
CHECKS = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def test_the_laws_hold_in_every_state() -> None:
    run_state_machine_as_test(
        CleaningMachine,
        settings=settings(
            max_examples=5000 if FULL else 80, stateful_step_count=12, deadline=None, suppress_health_check=CHECKS
        ),
    )


@pytest.mark.parametrize("wrong", wrong_projections.ALL, ids=lambda wrong: str(wrong.__name__))
def test_a_wrong_projection_is_caught(wrong: Project) -> None:
    class Mutant(CleaningMachine):
        project = staticmethod(wrong)

    with pytest.raises((AssertionError, DocveilError)):
        run_state_machine_as_test(
            Mutant,
            settings=settings(
                max_examples=2000,
                stateful_step_count=12,
                deadline=None,
                database=None,
                derandomize=True,
                phases=[Phase.generate],
                report_multiple_bugs=False,
                suppress_health_check=CHECKS,
            ),
        )
