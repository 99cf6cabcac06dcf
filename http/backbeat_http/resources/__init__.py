'''The calls of the API, one file a feature. How to write one:

A resource is a frozen attrs class that holds its feature's services; a method is one call. Its
annotations are all there is to say: `@operation` makes decoding, encoding, log-in and the OpenAPI
entry out of them.

    @frozen
    class WithdrawalsResource:
        """Answers `withdrawal/*`."""

        withdrawals: Withdrawals

        @operation("requestWithdrawal", step_up=True, limit=WITHDRAWAL,
                   refuses=(NotWithdrawalDate, BelowMinimum))
        def on_post_request(
            self, caller: Caller, body: RequestBody, call: Call | None
        ) -> WithdrawalView:
            """Ask for a payout of the whole balance."""
            return WithdrawalView.of(self.withdrawals.request(caller.account, body.total, call))

        @operation("listWithdrawals")
        def on_get_list(self, caller: Caller, query: ListQuery) -> PageView[WithdrawalView]:
            """The caller's withdrawals, newest first."""
            page = self.withdrawals.list(caller.account, query.page_request)
            return PageView[WithdrawalView].of(page, WithdrawalView.of)

The method is named `on_<get|post>_<suffix>`; `routes.py` gives the suffix its path, one line in
`PATHS`, and `assembly.py` builds the resource from the portal
(conflicts in `webui/openapi.json` are settled by writing it anew). A new route also needs its line
in `tests/http/authorisation.py` (who may call it), and `python -m backbeat_http.openapi >
webui/openapi.json` after it.

Parameters, all optional, in any order:

- `caller: Caller` needs a session and a verified e-mail address (`unverified=True` waives the
  second, `unenrolled=True` the second factor where the installation asks for one). `caller: Caller | None` recognises a session when there is one. Without `caller` the call
  is public and a stale token does no harm. A caller has account, session, proven (a fresh
  password), language, currency, address, agent, site and device.
- `visitor: Visitor` is the same without account and session, for public calls.
- `query: XQuery`, `body: XBody` are frozen attrs classes. Required fields have no default. Types:
  str, int, bool, date, Month, StrEnum, Decimal (text on the wire), lists and nested attrs classes;
  bounds by `Annotated[int, Meta(ge=0)]` of msgspec. A missing or blank field is code 4, anything
  else wrong is code 2 `bad_value`; text is at most 2,000 characters unless it has a `max_length`
  and never holds control characters. Formats with codes of their own belong to the core; a resource
  that wants them judged before the step-up offers `check_form(self, body)` (HTTP-12).
- `call: Call | None` takes the `Idempotency-Key` header; hand it to the service, which uses
  `backbeat.idempotency.service.once` inside its transaction.
- any other name is the part of the path of that name, a str.

Answers are frozen attrs classes without defaults, made by a classmethod `of`; `None` is an answer
without fields, `FileAnswer` (with `files=("application/pdf",)`) a file,
`XView | FileAnswer` either. Money, rates and months are
text in an answer: `Amount`, `Rate`, `Percent`, `MonthText` of `wire`, made with `amount`,
`amount_of_nanos`, `decimal_text`, `str`. Moments are `Instant`, days `date`. Bare lists are a view
with `items`; where a wire name is a Python word, the view is a `msgspec.Struct` with
`frozen=True, rename={"from_": "from"}`. Lists in pages are `PageView[XView]`; a list with more
fields derives from it.

Refusals raised by services become answers by themselves (`errors.py` has the table of statuses);
`refuses` names them for the document, and the fuzz session fails where one is not named.
'''
