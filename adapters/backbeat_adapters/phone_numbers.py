"""Phone numbers by libphonenumber's rules, behind the port `PhoneNumbers`."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from backbeat.phones.errors import BadPhone

_LONGEST = 40


@frozen
class KnownPhoneNumbers:
    """Reads numbers of `countries` (of all if none are named) that text messages can reach.

    A number without a country prefix belongs to `country`.
    """

    countries: Sequence[str] = ()
    country: str = ""

    def read(self, text: str) -> str:
        # It is loaded with the first number: its tables take longer than most commands.
        import phonenumbers  # noqa: PLC0415
        from phonenumbers import PhoneNumberFormat, PhoneNumberType  # noqa: PLC0415

        if len(text) > _LONGEST:
            raise BadPhone()
        try:
            number = phonenumbers.parse(text, self.country or None)
        except phonenumbers.NumberParseException:
            raise BadPhone() from None
        reached = (PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE_OR_MOBILE)
        is_fit = phonenumbers.is_valid_number(number) and not number.extension
        if not is_fit or phonenumbers.number_type(number) not in reached:
            raise BadPhone()
        if self.countries and phonenumbers.region_code_for_number(number) not in self.countries:
            raise BadPhone(countries=", ".join(self.countries))
        return phonenumbers.format_number(number, PhoneNumberFormat.E164)
