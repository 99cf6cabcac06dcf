"""`backbeat doctor`: whether the installation is in order, and how to cure what is not."""

from __future__ import annotations

from typing import Annotated

import typer
from attrs import asdict

from backbeat_adapters.settings import ConfigurationErrors
from backbeat_cli.context import CliContext, Json, cli_context
from backbeat_cli.failures import Refused
from backbeat_cli.groups import single
from backbeat_cli.health import examine
from backbeat_cli.health.model import Finding, Level, Patient
from backbeat_cli.output import show_list

app = single()


@app.command()
def doctor(
    ctx: typer.Context,
    production: Annotated[
        bool, typer.Option("--production", help="Treat warnings as faults.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Check configuration, database, jobs, mail and platform; exit code 1 when there is a fault."""
    findings = _findings(cli_context(ctx))
    show_list([asdict(finding) for finding in findings], as_json=as_json)
    bad = {Level.FAULT, Level.WARNING} if production else {Level.FAULT}
    count = sum(finding.level in bad for finding in findings)
    if count:
        raise Refused(f"{count} findings need attention")


def _findings(at_hand: CliContext) -> list[Finding]:
    try:
        patient = Patient(at_hand.configuration, at_hand.container_of_any_version)
    except ConfigurationErrors as errors:
        return [
            Finding("configuration", Level.FAULT, line, "correct the setting")
            for line in errors.lines
        ]
    return [Finding("configuration", Level.OK, _source(patient)), *examine(patient)]


def _source(patient: Patient) -> str:
    file = patient.configuration.file
    return str(file) if file else "defaults and variables, no file"
