"""The text message, in the reader's language: one sentence, as short as it can be said."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from backbeat.kernel.languages import Language

_TEXT: Mapping[Language, str] = MappingProxyType(
    {
        Language.ENGLISH: "{product}: your code is {code}. Tell it to nobody.",
        Language.KOREAN: "[{product}] 인증번호 {code}. 다른 사람에게 알려 주지 마세요.",
        Language.SIMPLIFIED_CHINESE: "【{product}】验证码 {code}，请勿告诉他人。",
        Language.TRADITIONAL_CHINESE: "【{product}】驗證碼 {code}，請勿告訴他人。",
    }
)


def text_of(language: Language, product: str, code: str) -> str:
    return _TEXT[language].format(product=product, code=code)
