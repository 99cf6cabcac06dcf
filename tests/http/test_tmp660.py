import time

from tests.http.test_member_files import send, told

from backbeat.settings import *


def test_660(portal, capsys):
    token = portal.token_of("mina")
    text = "user_id,nickname,fee_rate\n" + "".join(
        f"m{n}@example.org,maker{n},0.1\n" for n in range(660)
    )
    out = []
    for label, body, more in (
        ("preview", text, {"preview": "true"}),
        ("take", text, {}),
        ("again", None, {}),
        ("rates", text.replace(",0.1\n", ",0.2\n"), {}),
    ):
        t = time.monotonic()
        if body is None:
            body = told(portal, token)
            out.append(("told", round(time.monotonic() - t, 2), len(body)))
            t = time.monotonic()
        a = send(portal, token, body, **more)
        out.append(
            (
                label,
                round(time.monotonic() - t, 2),
                a["invited"],
                a["changed"],
                a["unchanged"],
                len(a["faults"]),
            )
        )
    print(out, str(portal.container.engine().dialect.name))
