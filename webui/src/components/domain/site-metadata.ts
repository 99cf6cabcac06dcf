/** A partner site's branding, or null on the operator's own site (SITE-2). */
import { useGetSiteMetadataQuery } from "@/api/generated-base";
import { servedLook, siteHost } from "@/app/host";

const host = siteHost(location);

export function useSiteMetadata() {
  const { data } = useGetSiteMetadataQuery(host, { skip: servedLook !== null });
  return servedLook ?? data?.metadata ?? null;
}
