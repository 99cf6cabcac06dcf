/** What a partner's people alone may use. Everybody else is told how many tracks there are, and no more (MUSIC-16). */
import { Link } from "react-router";
import type { PartnerView } from "@/api/generated-base";
import { useAuthState } from "@/app/hooks";
import { paths } from "@/app/paths";
import { late } from "@/components/kit/late";
import { useFormat } from "@/format";
import { useTranslation } from "@/i18n/react";
import classes from "./LandingPage.module.css";

/** Comes for those who are in. */
const Tracks = late(async () => (await import("./OwnTracks")).OwnTracks);

interface Props {
  partner: PartnerView;
  exclusive: number;
}

export function OnlyWith({ partner, exclusive }: Props) {
  const { t } = useTranslation("landing");
  const { count } = useFormat();
  const state = useAuthState();
  const told = { count: exclusive, tracks: count(exclusive) };
  const title = t("only.title", { partner: partner.name });
  return (
    <section className={`${classes.wide} ${classes.only}`} aria-label={title}>
      <h2>{title}</h2>
      {state === "in" ? (
        <Tracks
          domain={partner.domain}
          name={title}
          all={t("only.all", told)}
          otherwise={t("only.text", told)}
        />
      ) : (
        <p>{t("only.text", told)}</p>
      )}
      {state === "out" && (
        <p>
          <Link to={paths.login()}>{t("only.logIn", told)}</Link>
        </p>
      )}
    </section>
  );
}
