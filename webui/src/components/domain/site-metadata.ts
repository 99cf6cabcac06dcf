/** A partner site's branding, or null on the operator's own site (SITE-2). */
import { useGetSiteMetadataQuery } from "@/api/generated-base";
import { siteHost } from "@/app/site";

const host = siteHost(location);

export function useSiteMetadata() {
  const { data } = useGetSiteMetadataQuery(host);
  return data?.metadata ?? null;
}
