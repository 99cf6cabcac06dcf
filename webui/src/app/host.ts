/** Whose site a page is: what the server wrote into it, and the host that branding is asked for by. */
import type { PartnerView } from "@/api/generated-base";

/** The look that the server wrote into a page at a partner's host: nothing else is ever drawn there. */
export function lookIn(page: Document): PartnerView | null {
  const said = page.querySelector<HTMLMetaElement>("meta[name=site]")?.content;
  return said ? JSON.parse(said) : null;
}

export const servedLook = lookIn(document);

/** The host whose branding is asked for: the query's `host`, else the page's own without a leading `www.`. */
export function siteHost(location: Pick<Location, "search" | "hostname">): string {
  return (
    new URLSearchParams(location.search).get("host") ?? location.hostname.replace(/^www\./, "")
  );
}
