import { useLocation } from "react-router";
import type { TermsKind } from "@/app/paths";
import { TermsText } from "@/features/legal/TermsText";

const KIND_OF_PATH: Readonly<Record<string, TermsKind>> = {
  "/terms": "terms",
  "/terms-policy": "policy",
  "/terms-ofl": "ofl",
  "/terms-osl": "osl",
};

export default function TermsRoute() {
  const { pathname } = useLocation();
  return <TermsText kind={KIND_OF_PATH[pathname] ?? "terms"} />;
}
