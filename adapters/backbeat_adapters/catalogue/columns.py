"""What the columns of a catalogue may be called, and how a header is recognised."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from backbeat.catalogue.layout import CatalogueLayout
from backbeat.catalogue.model import Category
from backbeat.platforms.layouts import column_name
from backbeat_adapters.report_files.tables import Header

NAMES: Mapping[str, str] = MappingProxyType(
    {
        "isrc": "isrc isrc_code isrc_codes isrc_code_s track_isrc isrc코드 isrc_코드 "
        "국제표준녹음코드 isrc代码 isrc代碼 isrc码 国际标准录音制品编码 國際標準錄音錄影資料代碼",
        "name": "title track_title song_title track song track_name song_name name 곡명 제목 "
        "노래_제목 노래제목 트랙명 歌名 曲名 标题 標題 歌曲名称 歌曲名稱 歌曲",
        "artist": "artist artists main_artist artist_name artist_s_name primary_artist performer "
        "아티스트 가수 艺人 藝人 歌手 艺术家 藝術家 表演者",
        "album": "album album_name release_title release album_title 앨범 앨범명 专辑 專輯",
        "category": "category genre facets type 카테고리 장르 분류 类别 類別 分类 分類 类型 類型",
        "moods": "mood_tags mood_tag moods mood tags keywords 무드_태그 무드 분위기 분위기_태그 태그 情绪 情緒 标签 標籤 心情 情绪标签 情緒標籤 风格 風格 氛围 氛圍",
        "ai_tags": "ai_tags ai_tag ai_태그 ai태그 ai_标签 ai标签 ai_標籤 ai標籤",
        "seconds": "duration length seconds duration_seconds duration_sec duration_ms "
        "track_duration time running_time 길이 재생시간 재생_시간 时长 時長 长度 長度 播放时间 播放時間",
        "released_on": "release_date released released_on date release_year year 발매일 출시일 발매_일자 출시_일자 "
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
        "prioritized": "prioritized priority featured pick 추천 우선 推荐 推薦 优先 優先",
        "partner": "partner exclusive partner_domain 파트너 독점 独家 獨家 合作伙伴 合作夥伴",
    }
)
"""The names that a column may have, as `column_name` writes them, in four languages."""
_KNOWN = frozenset(name for names in NAMES.values() for name in names.split())

_CATEGORIES: Mapping[Category, str] = MappingProxyType(
    {
        Category.BGM: "bgm|background|background music|instrumental|배경음악|배경 음악|背景音乐|背景音樂|配乐|配樂",
        Category.POP: "pop|kpop|k-pop|song|songs|pop song|song (pop)|가요|팝|노래|流行|流行歌曲|流行音乐|"
        "流行音樂|歌曲",
        Category.OST: "ost|soundtrack|original soundtrack|사운드트랙|오에스티|드라마|影视原声|影視原聲|原声|"
        "原聲|原声带|原聲帶",
    }
)
CATEGORY_OF = {
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

_MILLISECONDS = frozenset(["ms", "msec", "milliseconds", "밀리초", "毫秒"])


def recognised(cells: Sequence[str]) -> dict[str, int] | None:
    """The column of each field, or None if the line is not the header of a catalogue.

    `cells` are names as `column_name` writes them.
    """
    at: dict[str, int] = {}
    for place, name in enumerate(cells):
        at.setdefault(name, place)
    for place, name in enumerate(cells):
        at.setdefault(_without_unit(name), place)
    places: dict[str, int] = {}
    for meaning, names in NAMES.items():
        found = next((at[name] for name in names.split() if name in at), None)
        if found is not None and found not in places.values():
            places[meaning] = found
    return places if {"isrc", "name"} <= places.keys() else None


def recognised_by(layout: CatalogueLayout, header: Header) -> dict[str, int] | None:
    """The same by an operator's layout, which may name the sheet or the separator."""
    if layout.sheet is not None and header.sheet not in (None, layout.sheet):
        return None
    if layout.delimiter is not None and header.delimiter not in (None, layout.delimiter):
        return None
    return layout.places(header)


def named(names: Sequence[str]) -> int:
    """How many columns the names of a line tell; 0 where it is no header."""
    return sum(1 for name in names if name in _KNOWN) if recognised(names) else 0


def is_in_milliseconds(cell: str) -> bool:
    """Whether a column of lengths says that it counts milliseconds."""
    return bool(_MILLISECONDS & set(column_name(cell).split("_")))


def is_total(cells: Sequence[str]) -> bool:
    """Whether a line adds up those above it."""
    filled = [cell for cell in cells if cell.strip()]
    return bool(filled) and column_name(filled[0].rstrip(": ")) in _TOTALS


def _without_unit(name: str) -> str:
    """The name without its unit: `length_mm_ss` (from `Length (mm:ss)`) without the form of the
    time.
    """
    return _UNIT.sub("", name)


_UNIT = re.compile(
    r"(?:_(?:h|hh|m|mm|s|ss|sec|secs|seconds|ms|msec|min|mins|minutes|y|yyyy|yy|d|dd|초|분|밀리초|秒|分|毫秒|년|월|일|年|月|日))+$"
)
