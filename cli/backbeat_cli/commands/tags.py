"""`backbeat tag`: the two vocabularies of moods."""

from __future__ import annotations

from typing import Annotated

import typer

from backbeat.catalogue.errors import BadTag
from backbeat.catalogue.vocabulary import Tag, TagKind
from backbeat.kernel.languages import Language
from backbeat_cli.context import DryRun, Json, Operator, acting, cli_context
from backbeat_cli.failures import Refused
from backbeat_cli.groups import group
from backbeat_cli.output import Row, show_act, show_list

app = group()


@app.command("list")
def list_(
    ctx: typer.Context,
    kind: Annotated[TagKind | None, typer.Option(help="Only this vocabulary.")] = None,
    as_json: Json = False,
) -> None:
    """List the tags with their words, and how many tracks have each."""
    tagging = cli_context(ctx).container.portal().tagging
    counts = tagging.counts()
    shown = [tag for tag in tagging.vocabulary().tags if kind in (None, tag.kind)]
    rows = [{**_row(tag), "tracks": counts.get(tag.address, 0)} for tag in shown]
    show_list(rows, as_json=as_json)


@app.command()
def add(
    ctx: typer.Context,
    code: Annotated[str, typer.Argument(help="Its code: small letters and digits.")],
    en: Annotated[str, typer.Option(help="Its English word.")],
    ko: Annotated[str, typer.Option(help="Its Korean word.")],
    zh_cn: Annotated[str, typer.Option(help="Its word in Simplified Chinese.")],
    zh_tw: Annotated[str, typer.Option(help="Its word in Traditional Chinese.")],
    operator: Operator,
    kind: Annotated[TagKind, typer.Option(help="Which vocabulary it belongs to.")] = TagKind.MOOD,
    dry_run: DryRun = False,
    as_json: Json = False,
) -> None:
    """Add a tag, or change the words of an existing one."""
    words = dict(zip(Language, (en, ko, zh_cn, zh_tw), strict=True))
    tagging = cli_context(ctx).container.portal().tagging
    try:
        tag = tagging.add(kind, code, words, acting(operator), dry_run=dry_run)
    except BadTag as refusal:
        raise Refused(refusal.problem) from None
    show_act(_row(tag), dry_run=dry_run, as_json=as_json)


def _row(tag: Tag) -> Row:
    words = {language.value: tag.words[language] for language in Language}
    return {"tag": tag.address, "kind": tag.kind, "code": tag.code, **words}
