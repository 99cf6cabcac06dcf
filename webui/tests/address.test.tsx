import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, Link, RouterProvider, useSearchParams } from "react-router";
import { expect, test } from "vitest";
import { useChangeParams } from "@/components/kit/address";

function Choices() {
  const [params] = useSearchParams();
  const change = useChangeParams({ replace: true });
  const both = () => {
    change((address) => address.set("channel", "c1"));
    change((address) => address.delete("search"));
  };
  const late = () => window.setTimeout(() => change((address) => address.set("search", "late")));
  return (
    <>
      <p>{params.get("channel")}</p>
      <button type="button" onClick={both}>
        both
      </button>
      <Link to="/away" onClick={late}>
        away
      </Link>
    </>
  );
}

function show() {
  const router = createMemoryRouter(
    [
      { path: "/list", element: <Choices /> },
      { path: "/away", loader: () => new Promise(() => {}), element: null },
    ],
    { initialEntries: ["/list?search=kimchi&sort=views"] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

test("of two changes at once none undoes the other", async () => {
  const router = show();

  await userEvent.click(screen.getByRole("button", { name: "both" }));

  expect(await screen.findByText("c1")).toBeInTheDocument();
  expect(router.state.location.search).toBe("?sort=views&channel=c1");
});

test("a change leaves the page where it was scrolled to", async () => {
  const router = show();

  await userEvent.click(screen.getByRole("button", { name: "both" }));

  expect(await screen.findByText("c1")).toBeInTheDocument();
  expect(router.state.preventScrollReset).toBe(true);
});

test("a change that comes after a link was followed is left out", async () => {
  const router = show();

  await userEvent.click(screen.getByRole("link", { name: "away" }));
  await new Promise((resume) => window.setTimeout(resume));

  expect(router.state.navigation.location?.pathname).toBe("/away");
  expect(router.state.location.search).toBe("?search=kimchi&sort=views");
});
