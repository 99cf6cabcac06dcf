/** Who is chosen below the reader is named, on whichever page of the list it stands. */
import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import { Provider } from "react-redux";
import { describe, expect, test, vi } from "vitest";
import { makeStore } from "@/app/store";
import { MemberSelect } from "@/components/domain/MemberSelect";

const PAGE = { page: 0, size: 50, total: 60 };
const FIRST = [{ id: "a1", name: "Ann" }];
const LATER = [{ id: "a60", name: "Zoe" }];

function shown(value: string) {
  const asked: string[] = [];
  const answer = vi.fn(async (request: Request) => {
    const search = new URL(request.url, "http://x").searchParams.get("search");
    asked.push(search ?? "");
    const items = search === null ? FIRST : LATER.filter(({ id }) => id === search);
    return Response.json({ code: 0, ...PAGE, items });
  });
  vi.stubGlobal("fetch", answer);
  const props = { label: "Account", none: "Nobody", onChange: () => {}, value };
  const chosen = { value, label: "This account" };
  render(
    <Provider store={makeStore()}>
      <MantineProvider>
        <MemberSelect {...props} chosen={value ? chosen : undefined} />
      </MantineProvider>
    </Provider>,
  );
  return {
    asked,
    field: () => screen.getByRole<HTMLInputElement>("combobox", { name: "Account" }),
  };
}

describe("a member that an address names", () => {
  test("is sought by its id where the first page has it not", async () => {
    const { asked, field } = shown("a60");
    await waitFor(() => expect(field().value).toBe("Zoe"));
    expect(asked).toEqual(["", "a60"]);
  });

  test("is named from the first page where it stands there, and keeps its stand-in where it is nowhere", async () => {
    const first = shown("a1");
    await waitFor(() => expect(first.field().value).toBe("Ann"));
    expect(first.asked).toEqual([""]);
    document.body.innerHTML = "";
    const none = shown("gone");
    await waitFor(() => expect(none.asked).toEqual(["", "gone"]));
    expect(none.field().value).toBe("This account");
  });
});
