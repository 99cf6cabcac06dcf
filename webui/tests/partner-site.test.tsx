/** A partner's site: the look that the page brings along, and the logo on the partner's channels. */
import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { describe, expect, test, vi } from "vitest";
import type { ChannelView } from "@/api/generated";
import { lookIn } from "@/app/host";
import { PartnerMark } from "@/features/channels/ChannelCard";

const LOOK = {
  domain: "lumen.example",
  name: 'Lumen "Studio" <b>',
  color_primary: "#112233",
  color_primary_dim: "#0f1e2d",
  exclusive_logo: null,
  landing: [{ language: "ko", title: "모든 조회수", lead: "한 줄" }],
};

function pageWith(content: string | null): Document {
  const page = document.implementation.createHTMLDocument();
  if (content !== null) {
    const meta = page.createElement("meta");
    meta.name = "site";
    meta.content = content;
    page.head.append(meta);
  }
  return page;
}

describe("the look that a page brings along", () => {
  test("is the partner's", () => {
    expect(lookIn(pageWith(JSON.stringify(LOOK)))).toEqual(LOOK);
  });

  test.each([null, ""])("is none on the portal's own host: %j", (content) => {
    expect(lookIn(pageWith(content))).toBeNull();
  });

  test("is sent as domain from the first call, and asked for no more", async () => {
    document.head.append(
      ...pageWith(JSON.stringify(LOOK)).head.querySelectorAll("meta[name=site]"),
    );
    vi.resetModules();
    const { makeStore } = await import("@/app/store");
    const { useSiteMetadata } = await import("@/components/domain/site-metadata");
    const { Provider } = await import("react-redux");
    const asked = vi.fn(async () => new Response("{}", { status: 503 }));
    vi.stubGlobal("fetch", asked);
    const store = makeStore();
    const Name = () => <p>{useSiteMetadata()?.name}</p>;

    render(
      <Provider store={store}>
        <Name />
      </Provider>,
    );

    expect(screen.getByText(LOOK.name)).toBeVisible();
    expect(store.getState().site.domain).toBe("lumen.example");
    expect(asked).not.toHaveBeenCalled();
    document.head.querySelector("meta[name=site]")?.remove();
  });
});

test.each([
  ["/pictures/l.webp", ["/pictures/l.webp"]],
  [null, []],
])("a channel's row shows the logo of its partner: %s", (logo, shown) => {
  const channel = { id: "c", name: "Mina", exclusive_logo: logo } as ChannelView;
  const { container } = render(
    <MemoryRouter>
      <PartnerMark channel={channel} />
    </MemoryRouter>,
    { wrapper: MantineProvider },
  );

  expect([...container.querySelectorAll("img")].map((each) => each.getAttribute("src"))).toEqual(
    shown,
  );
});
