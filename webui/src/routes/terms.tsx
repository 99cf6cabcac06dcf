import { useLocation } from "react-router";
import { TERMS, type TermsKind } from "@/app/paths";
import { TermsText } from "@/features/legal/TermsText";

const kindAt = (pathname: string): TermsKind =>
  (Object.keys(TERMS) as TermsKind[]).find((kind) => TERMS[kind] === pathname) ?? "terms";

export default function TermsRoute() {
  const { pathname } = useLocation();
  return <TermsText kind={kindAt(pathname)} />;
}
