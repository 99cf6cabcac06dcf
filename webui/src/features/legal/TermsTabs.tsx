import { Link } from "react-router";
import { paths, type TermsKind } from "@/app/paths";
import { useTranslation } from "@/i18n/react";
import classes from "./TermsTabs.module.css";

const KINDS: readonly TermsKind[] = ["terms", "policy", "ofl", "osl"];

/** The way between the four texts. */
export function TermsTabs({ kind }: { kind: TermsKind }) {
  const { t } = useTranslation("legal");
  return (
    <nav className={classes.tabs} aria-label={t("name")}>
      {KINDS.map((known) => (
        <Link
          key={known}
          to={paths.terms(known)}
          aria-current={known === kind ? "page" : undefined}
        >
          {t(`kinds.${known}`)}
        </Link>
      ))}
    </nav>
  );
}
