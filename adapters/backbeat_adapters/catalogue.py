"""Catalogue files: CSV or XLSX as labels and libraries keep them, whatever they call their columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from types import MappingProxyType

from attrs import frozen

from backbeat.catalogue.errors import UnreadableCatalogue
from backbeat.catalogue.model import AI_TAGS, MOODS, CatalogueRow, Category, RefusedRow
from backbeat.catalogue.ports import OpenCatalogue
from backbeat.kernel.ids import Isrc
from backbeat.kernel.isrc import has_prefix, is_isrc, normalise_isrc
from backbeat.platforms.layouts import column_name
from backbeat.report_files.errors import UnreadableFile
from backbeat_adapters.report_files.opening import look_at
from backbeat_adapters.report_files.tables import NoHeader, Table, table
from backbeat_adapters.report_files.values import Malformed, shown, title

_NAMES: Mapping[str, str] = MappingProxyType(
    {
        "isrc": "isrc isrc_code isrc_codes isrc_code_s track_isrc isrc코드 isrc_코드 "
        "국제표준녹음코드 isrc代码 isrc代碼 isrc码 国际标准录音制品编码 國際標準錄音錄影資料代碼",
        "name": "title track_title song_title track song track_name song_name name 곡명 제목 "
        "노래_제목 노래제목 트랙명 歌名 曲名 标题 標題 歌曲名称 歌曲名稱 歌曲",
        "artist": "artist artists main_artist artist_name artist_s_name primary_artist performer "
        "아티스트 가수 艺人 藝人 歌手 艺术家 藝術家 表演者",
        "album": "album album_name release_title release album_title 앨범 앨범명 专辑 專輯",
        "category": "category genre facets type 카테고리 장르 분류 类别 類別 分类 分類 类型 類型",
        "moods": "mood_tags moods mood tags keywords 무드_태그 무드 분위기 태그 情绪 情緒 标签 標籤 心情",
        "ai_tags": "ai_tags ai_tag ai_태그 ai태그 ai_标签 ai标签 ai_標籤 ai標籤",
        "seconds": "duration length seconds duration_seconds duration_sec duration_ms "
        "track_duration time running_time 길이 재생시간 재생_시간 时长 時長 长度 長度",
        "released_on": "release_date released released_on date release_year year 발매일 출시일 "
        "발행일 发行日期 發行日期 发布日期 發佈日期 发行日 發行日",
        "thumbnail": "cover cover_url cover_image artwork album_cover thumbnail image 커버 썸네일 "
        "표지 封面 封面图 封面圖",
        "audio_url": "preview_url audio_url audio preview filename file_name file url 미리듣기 "
        "试听 試聽 音频 音訊",
        "label": "label record_label 레이블 음반사 厂牌 廠牌 唱片公司",
        "upc": "upc ean upc_ean barcode 바코드 条码 條碼",
        "composer": "composer composers songwriter writer 작곡가 작곡 作曲 作曲家",
        "shopping": "shopping 쇼핑 购物 購物",
        "is_flagged_new": "new is_new new_release 신곡 신보 新歌",
    }
)
"""What a column may be called, as `column_name` writes it, in four languages."""

_CATEGORIES: Mapping[Category, str] = MappingProxyType(
    {
        Category.BGM: "bgm|background|background music|instrumental|배경음악|배경 음악|背景音乐|背景音樂|配乐|配樂",
        Category.POP: "pop|kpop|k-pop|song|songs|pop song|song (pop)|가요|팝|노래|流行|流行歌曲|流行音乐|"
        "流行音樂|歌曲",
        Category.OST: "ost|soundtrack|original soundtrack|사운드트랙|오에스티|드라마|影视原声|影視原聲|原声|"
        "原聲|原声带|原聲帶",
    }
)
_CATEGORY_OF = {
    word: category for category, words in _CATEGORIES.items() for word in words.split("|")
}
_TOTALS = frozenset(
    [
        "total",
        "totals",
        "sum",
        "grand_total",
        "subtotal",
        "합계",
        "총계",
        "소계",
        "총합",
        "合计",
        "合計",
        "总计",
        "總計",
        "小计",
        "小計",
    ]
)
_YES = frozenset(["1", "true", "yes", "y", "x", "o", "✓", "✔", "예", "네", "是"])
_ONLY_AI = frozenset(AI_TAGS) - frozenset(MOODS)
_SEPARATORS = re.compile(r"[|,;/、，；\n]+")
_CLOCK = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):(\d{2})(?:\.\d+)?", re.ASCII)
_NUMBER = re.compile(r"(\d+(?:\.\d+)?)\s*(ms|s|sec|secs|seconds|초|秒)?", re.ASCII | re.IGNORECASE)
_SPOKEN = re.compile(r"(\d+)\s*(?:m|min|분|分)\s*(?:(\d+)\s*(?:s|sec|초|秒)?)?", re.IGNORECASE)
_YEAR_FIRST = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T].*)?")
_KOREAN = re.compile(r"(\d{4})년\s*(\d{1,2})월\s*(\d{1,2})일")
_YEAR_LAST = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})")
_PACKED = re.compile(r"(\d{4})(\d{2})(\d{2})")
_YEAR = re.compile(r"(\d{4})(?:[-/.](\d{1,2}))?")
_LINK = re.compile(r"https?://[^\s<>\"']{1,1000}")
_FILE = re.compile(r"[^\s:<>\"'/\\][^:<>\"'\\]{0,200}")
_LONGEST = 24 * 3600
_MILLISECONDS_FROM = 10_000
"""A bare number above this is no length in seconds."""


@frozen
class DiskCatalogues:
    @contextmanager
    def open(self, path: Path) -> Iterator[OpenCatalogue]:
        """Recognise a file by its header; see the port."""
        try:
            with table(look_at(path), _recognised) as found:
                yield _Open.of(path.name, found)
        except NoHeader as problem:
            raise UnreadableCatalogue(
                file=path.name,
                problem=f"no line has columns for a track code and a title: {problem.text!r}",
            ) from None
        except UnreadableFile as problem:
            raise UnreadableCatalogue(file=path.name, problem=problem.problem) from None


@frozen
class _Open:
    name: str
    columns: Sequence[tuple[str, str]]
    ignored: Sequence[str]
    _table: Table
    _in_milliseconds: bool

    @classmethod
    def of(cls, name: str, found: Table) -> _Open:
        places: dict[str, int] = found.meaning
        header = [cell.strip() for cell in found.header]
        used = {place: meaning for meaning, place in places.items()}
        length = places.get("seconds")
        return cls(
            name=name,
            columns=[(header[place], used[place]) for place in sorted(used)],
            ignored=[cell for place, cell in enumerate(header) if place not in used and cell],
            table=found,
            in_milliseconds=length is not None and column_name(header[length]).endswith("_ms"),
        )

    def rows(self, prefixes: Collection[str]) -> Iterator[CatalogueRow | RefusedRow]:
        """Every line: a track, or why it was not taken; see the port."""
        places: dict[str, int] = self._table.meaning
        seen: dict[str, int] = {}
        for number, cells in self._table.lines:
            told = {
                meaning: cells[place].strip()
                for meaning, place in places.items()
                if place < len(cells)
            }
            if not any(told.values()):
                continue
            code = normalise_isrc(told.get("isrc", ""))
            if not is_isrc(code) and _is_total(cells):
                continue
            problem = _problem(code, prefixes, seen)
            if problem is not None:
                yield RefusedRow(number, problem[0], title(told.get("isrc", ""))[:40], problem[1])
                continue
            seen[code] = number
            yield self._row(number, Isrc(code), told)

    def _row(self, number: int, code: Isrc, told: Mapping[str, str]) -> CatalogueRow | RefusedRow:
        values: dict[str, object] = {}
        for meaning, text in told.items():
            if meaning in _READERS:
                try:
                    values |= _READERS[meaning](text)
                except Malformed as problem:
                    return RefusedRow(number, f"bad_{meaning}", title(text)[:40], str(problem))
        if self._in_milliseconds and isinstance(values.get("seconds"), int):
            values["seconds"] = _from_milliseconds(told["seconds"])
        tags = [*_tags(told.get("moods", "")), *(f"ai:{t}" for t in _tags(told.get("ai_tags", "")))]
        if {"moods", "ai_tags"} & told.keys():
            values |= _sorted_out(tags)
        return CatalogueRow(number, code, values)


def _recognised(header: list[str]) -> dict[str, int] | None:
    """Where each field stands, or None where the line is no header of a catalogue."""
    at = {name: place for place, name in reversed(list(enumerate(header)))}
    places = {
        meaning: next(at[name] for name in names.split() if name in at)
        for meaning, names in _NAMES.items()
        if any(name in at for name in names.split())
    }
    return places if {"isrc", "name"} <= places.keys() else None


def _problem(
    code: str, prefixes: Collection[str], seen: Mapping[str, int]
) -> tuple[str, str] | None:
    """Why a code is not taken: a reason, and words."""
    if not code:
        return "missing", "no track code"
    if not is_isrc(code):
        return _malformed(code)
    if not has_prefix(code, prefixes):
        return "prefix", f"{code} does not begin with {' or '.join(sorted(prefixes))}"
    if code in seen:
        return "duplicate", f"{code} stands on line {seen[code]} already; the first holds"
    return None


def _malformed(code: str) -> tuple[str, str]:
    if len(code) != 12:
        return "length", f"{shown(code)} has {len(code)} characters; a track code has 12"
    digits = code[5:].replace("O", "0").replace("I", "1")
    if is_isrc(code[:5] + digits):
        return "letter_for_digit", f"{shown(code)} has a letter O or I where a digit belongs"
    return "form", f"{shown(code)} is no track code"


def _is_total(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell.strip()]
    return bool(filled) and column_name(filled[0].rstrip(": ")) in _TOTALS


def _seconds(text: str) -> int:
    """A length: seconds, `m:ss`, `h:mm:ss`, `3m25s`, or milliseconds where it is too large."""
    clock = _CLOCK.fullmatch(text)
    spoken = _SPOKEN.fullmatch(text)
    number = _NUMBER.fullmatch(text)
    if clock is not None:
        hours, minutes, seconds = (int(part or 0) for part in clock.groups())
        if hours and not seconds and clock[1] is not None:
            # A sheet takes 3:25 for a time of day and shows 03:25:00: no track runs for hours.
            return hours * 60 + minutes
        total = hours * 3600 + minutes * 60 + seconds
    elif spoken is not None:
        total = int(spoken[1]) * 60 + int(spoken[2] or 0)
    elif number is not None:
        value = float(number[1])
        is_milliseconds = (number[2] or "").lower() == "ms" or value > _MILLISECONDS_FROM
        total = round(value / 1000 if is_milliseconds else value)
    else:
        raise Malformed(f"not a length: {shown(text)}")
    if total > _LONGEST:
        raise Malformed(f"not a length: {shown(text)}")
    return total


def _from_milliseconds(text: str) -> int:
    number = _NUMBER.fullmatch(text)
    return round(float(number[1]) / 1000) if number is not None else _seconds(text)


def _day(text: str) -> date:
    """A day: year first, or last with the month before the day unless that can't be; or a year."""
    parts: tuple[str, str, str] | None = None
    for pattern in (_YEAR_FIRST, _KOREAN, _PACKED):
        match = pattern.fullmatch(text)
        if match is not None:
            parts = (match[1], match[2], match[3])
            break
    else:
        last, year = _YEAR_LAST.fullmatch(text), _YEAR.fullmatch(text)
        if last is not None:
            month, day = (last[1], last[2]) if int(last[1]) <= 12 else (last[2], last[1])
            parts = (last[3], month, day)
        elif year is not None:
            parts = (year[1], year[2] or "1", "1")
    try:
        if parts is not None:
            return date(*map(int, parts))
    except ValueError:
        pass
    raise Malformed(f"not a day: {shown(text)}")


def _tags(text: str) -> list[str]:
    return [
        " ".join(tag.casefold().split())[:40]
        for tag in _SEPARATORS.split(title(text))
        if tag.strip()
    ]


def _sorted_out(tags: Sequence[str]) -> dict[str, object]:
    """Moods, and the tags that are known as a machine's alone or are written `ai:word`
    (MUSIC-4)."""
    ai = {tag.removeprefix("ai:").strip() for tag in tags if tag.startswith("ai:")}
    moods = {tag for tag in tags if not tag.startswith("ai:")}
    return {"moods": frozenset(moods - _ONLY_AI), "ai_tags": frozenset(ai | (moods & _ONLY_AI))}


def _link(text: str) -> str:
    if not (_LINK.fullmatch(text) or _FILE.fullmatch(text)):
        raise Malformed(f"not a link: {shown(text)}")
    return text


def _categories(text: str) -> dict[str, object]:
    """The first word that names a category; other words, such as genres, tell nothing."""
    words = [text.casefold(), *_tags(text)]
    found = [_CATEGORY_OF[word] for word in words if word in _CATEGORY_OF]
    return {"category": found[0]} if found else {}


def _plain(meaning: str) -> Callable[[str], dict[str, object]]:
    return lambda text: {meaning: title(text)}


def _if_told(
    meaning: str, read: Callable[[str], object], blank: object = None
) -> Callable[[str], dict[str, object]]:
    return lambda text: {meaning: read(text) if text else blank}


_READERS: Mapping[str, Callable[[str], dict[str, object]]] = MappingProxyType(
    {
        "name": lambda text: {"name": title(text)} if title(text) else {},
        "artist": _plain("artist"),
        "album": _plain("album"),
        "label": _plain("label"),
        "upc": _plain("upc"),
        "composer": _plain("composer"),
        "category": _categories,
        "seconds": _if_told("seconds", _seconds, 0),
        "released_on": _if_told("released_on", _day),
        "thumbnail": _if_told("thumbnail", _link),
        "audio_url": _if_told("audio_url", _link),
        "shopping": lambda text: {"shopping": text.casefold() in _YES},
        "is_flagged_new": lambda text: {"is_flagged_new": text.casefold() in _YES},
    }
)
