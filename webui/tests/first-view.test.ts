/** The first view of a page: what the build draws of it, and how what was begun in it goes on. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { drawAll } from "@/first-view/draw";
import { goOnIn } from "@/first-view/go-on";
import { withoutUnused } from "@/first-view/variables";
import { LANGUAGES } from "@/i18n/languages";
import english from "@/i18n/locales/en/landing.json";
import korean from "@/i18n/locales/ko/landing.json";

const MARKS = { base: "/__BASE__", nonce: "__NONCE__" };

describe("what the build draws", () => {
  const silent = () => new Promise(() => {});

  function pageOf(html = ""): Document {
    return new DOMParser().parseFromString(html, "text/html");
  }

  beforeEach(() => {
    vi.stubGlobal("fetch", vi.fn(silent));
  });

  test("is each public page in each language, with links that begin as they are told to", async () => {
    const drawn = await drawAll(MARKS, "");

    expect(Object.keys(drawn)).toEqual(["/", "/login"]);
    for (const views of Object.values(drawn)) expect(Object.keys(views)).toEqual([...LANGUAGES]);
    const promises = [drawn["/"]?.en, drawn["/"]?.ko].map(
      (html) => pageOf(html).querySelector("h1")?.textContent,
    );
    expect(promises).toEqual([english.promise, korean.promise]);
    const links = [...pageOf(drawn["/login"]?.ko).querySelectorAll("a")];
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/__BASE__",
      "/__BASE__/find-password",
      "/__BASE__/join",
    ]);
  });

  test("has its styles in one element with a nonce, and none in the elements", async () => {
    const html = (await drawAll(MARKS, "a{color:var(--mantine-color-text)}"))["/login"]?.en;
    const page = pageOf(html);

    const nonces = [...page.querySelectorAll("style")].map((style) => style.getAttribute("nonce"));
    expect(nonces).toEqual(["__NONCE__"]);
    expect(page.querySelectorAll("[style]")).toHaveLength(0);
    expect(page.querySelector("style")?.textContent).toContain("--mantine-color-text");
    expect(page.querySelector("style")?.textContent).not.toContain("--mantine-color-grape-3");
  });

  test("is the same each time it is drawn", async () => {
    expect(await drawAll(MARKS, "")).toEqual(await drawAll(MARKS, ""));
  });

  test("says which language is chosen", async () => {
    const page = pageOf((await drawAll(MARKS, ""))["/"]?.["zh-TW"]);
    const chosen = [...page.querySelectorAll("option[selected]")];
    expect(chosen.map((option) => option.getAttribute("value"))).toEqual(["zh-TW"]);
    expect(page.querySelector("#first-view")?.getAttribute("lang")).toBe("zh-Hant-TW");
  });

  test("is nothing, and an error, where a page cannot be drawn", async () => {
    vi.resetModules();
    vi.doMock("@/features/accounts/LoginForm", () => ({
      LoginForm: () => {
        throw new Error("no form");
      },
    }));
    const { drawAll: draw } = await import("@/first-view/draw");
    vi.spyOn(console, "error").mockReturnValue();
    await expect(draw(MARKS, "")).rejects.toThrow("/login");
    vi.doUnmock("@/features/accounts/LoginForm");
  });
});

describe("custom properties", () => {
  test("stay where something asks for them, at whatever remove", () => {
    const styles = ":root{--a: var(--b);--b:1px;--c:2px;}.x{--d:3px;top:var( --e );}y{--e:4px}";
    expect(withoutUnused(styles, ".z{left:var(--a)}")).toBe(
      ":root{--a: var(--b);--b:1px;}.x{top:var( --e );}y{--e:4px}",
    );
  });
});

describe("what was begun", () => {
  const FORM = '<form><input type="email"><input type="password"><button>go</button></form>';

  function begun(view: string, page: string): [Element, Element] {
    document.body.innerHTML = `<div id="v">${view}</div><div id="p">${page}</div>`;
    return [document.querySelector("#v") as Element, document.querySelector("#p") as Element];
  }

  test("goes on: text, its events, and the focus", () => {
    const [view, page] = begun(FORM, FORM);
    const [typed] = view.querySelectorAll("input");
    const [, secret] = view.querySelectorAll("input");
    if (typed) typed.value = "mina@example.org";
    secret?.focus();
    const told: string[] = [];
    page.addEventListener("input", (event) => told.push((event.target as HTMLInputElement).value));

    goOnIn(page, view, false);

    expect(told).toEqual(["mina@example.org"]);
    expect(document.activeElement).toBe(page.querySelectorAll("input")[1]);
  });

  test("a link keeps the focus although another one stands before it now", () => {
    const [view, page] = begun('<a href="/x">x</a>', '<a href="#who">w</a><a href="/x">x</a>');
    view.querySelector("a")?.focus();
    goOnIn(page, view, false);
    expect(document.activeElement?.getAttribute("href")).toBe("/x");
  });

  test("is dropped where the page has no place for it", () => {
    const [view, page] = begun(FORM, "<main><h1>Sorry</h1></main>");
    view.querySelector("input")?.focus();
    goOnIn(page, view, true);
    expect(page.querySelectorAll("input")).toHaveLength(0);
  });

  test("a form that was sent is sent once more, and no other", async () => {
    vi.useFakeTimers();
    const [view, page] = begun(FORM, FORM);
    const sent = vi.fn((event: Event) => event.preventDefault());
    page.addEventListener("submit", sent);
    goOnIn(page, view, false);
    vi.runAllTimers();
    expect(sent).not.toHaveBeenCalled();
    goOnIn(page, view, true);
    vi.runAllTimers();
    expect(sent).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });
});
