/** What the portal promises, shown by one payout in the portal's own dates and fees. */
import { Button, Skeleton } from "@mantine/core";
import { type ComponentType, type ReactNode, useDeferredValue } from "react";
import { Link } from "react-router";
import {
  type LandingMusicView,
  type SiteSettingsView,
  useGetLandingMusicQuery,
} from "@/api/generated-base";
import { useAuthState } from "@/app/hooks";
import { siteHost } from "@/app/host";
import { addresses, paths } from "@/app/paths";
import { LanguageSelect } from "@/components/domain/LanguageSelect";
import { Logo } from "@/components/domain/Logo";
import { useSiteMetadata } from "@/components/domain/site-metadata";
import { IconChartBar, IconMusic, IconReceipt } from "@/components/kit/icons";
import { late } from "@/components/kit/late";
import { WindowTitle } from "@/components/kit/Page";
import { useFormat } from "@/format";
import { Marked } from "@/i18n/marked";
import { useTranslation } from "@/i18n/react";
import "@/styles/kit.css";
import { useSiteSettings } from "@/app/settings";
import { Faq } from "./Faq";
import classes from "./LandingPage.module.css";
import { Operator } from "./Operator";
import { Payments } from "./Payments";
import { Showcase } from "./Showcase";

/** Comes on a partner's page. */
const OnlyWith = late(async () => (await import("./OnlyWith")).OnlyWith);

export function LandingPage() {
  const { t } = useTranslation("landing");
  // The promise is drawn first; what it is proved with comes when there is time, and holds nobody up.
  const settings = useDeferredValue(useSiteSettings().data, undefined);
  const music = useDeferredValue(useGetLandingMusicQuery(siteHost(location)).data, undefined);
  const partner = useSiteMetadata();
  const words = useOwnWords();
  return (
    <div className={classes.page}>
      <WindowTitle title={words?.title ?? t("windowTitle")} />
      <Top settings={settings} />
      <main>
        <div className={classes.stage}>
          <section className={`${classes.wide} ${classes.hero}`}>
            <div>
              <h1>{words?.title ?? t("promise")}</h1>
              <p className={classes.lead}>{words?.lead ?? t("lead")}</p>
              <Ways />
              <TermsSentence />
            </div>
            <Showcase settings={settings} music={music} />
          </section>
        </div>
        <div className={classes.band}>
          <section
            className={`${classes.wide} ${classes.features}`}
            aria-label={t("features.name")}
          >
            <Feature name="music" icon={IconMusic} title={<Tracks music={music} />} />
            <Feature name="figures" icon={IconChartBar} />
            <Feature name="trace" icon={IconReceipt} />
          </section>
        </div>
        {partner && music && music.exclusive > 0 && (
          <OnlyWith partner={partner} exclusive={music.exclusive} />
        )}
        {settings && <Payments settings={settings} />}
        {settings && <Operator settings={settings} />}
        {settings && <Faq settings={settings} />}
      </main>
      <Foot settings={settings} />
    </div>
  );
}

/** What a partner promises in the reader's language, where it has words of its own. */
function useOwnWords() {
  const { i18n } = useTranslation("landing");
  return useSiteMetadata()?.landing.find(({ language }) => language === i18n.language);
}

function Top({ settings }: { settings: SiteSettingsView | undefined }) {
  const { t } = useTranslation();
  const { t: own } = useTranslation("landing");
  const out = useAuthState() === "out";
  return (
    <header className={`${classes.wide} ${classes.top}`}>
      <Link to={addresses.landing} className={classes.home}>
        <Logo />
      </Link>
      <nav className={classes.anchors} aria-label={own("nav.name")}>
        <a href="#paid">{own("nav.paid")}</a>
        {(settings?.run_by || settings?.answered_by.length) && <a href="#who">{own("nav.who")}</a>}
        <a href="#questions">{own("nav.faq")}</a>
      </nav>
      <span className={classes.tools}>
        <LanguageSelect />
        {out && (
          <Button component={Link} to={paths.login()} variant="default">
            {t("logIn")}
          </Button>
        )}
      </span>
    </header>
  );
}

/** The way in: sign up or log in, or on to the dashboard for those who are in already. */
function Ways({ isLast = false }: { isLast?: boolean }) {
  const { t } = useTranslation();
  const state = useAuthState();
  if (state === "checking") {
    return (
      <div className={classes.ways}>
        <Skeleton height={50} width={220} />
      </div>
    );
  }
  return (
    <div className={classes.ways}>
      {state === "out" ? (
        <>
          <Button component={Link} to={paths.join()} size="lg">
            {t("createAccount")}
          </Button>
          {!isLast && (
            <Button component={Link} to={paths.login()} size="lg" variant="default">
              {t("logIn")}
            </Button>
          )}
        </>
      ) : (
        <Button component={Link} to={addresses.dashboard} size="lg">
          {t("toDashboard")}
        </Button>
      )}
    </div>
  );
}

function TermsSentence() {
  const { t } = useTranslation("landing");
  return (
    <p className={classes.terms}>
      <Marked text={t("terms")} parts={{ terms: <Link to={paths.terms()} /> }} />
    </p>
  );
}

interface FeatureProps {
  name: "music" | "figures" | "trace";
  icon: ComponentType<{ size?: number }>;
  title?: ReactNode;
}

function Feature({ name, icon: Icon, title }: FeatureProps) {
  const { t } = useTranslation("landing");
  return (
    <div>
      <Icon size={24} />
      <h2>{title ?? t(`features.${name}.title`)}</h2>
      <p>{t(`features.${name}.text`)}</p>
    </div>
  );
}

/** How many tracks there are, and how many a partner's people have beside them: of those, no more is told here. */
function Tracks({ music }: { music: LandingMusicView | undefined }) {
  const { t } = useTranslation("landing");
  const { count } = useFormat();
  const { tracks = 0, exclusive = 0 } = music ?? {};
  if (tracks === 0) return t("features.music.title");
  const told = { count: tracks, tracks: count(tracks), exclusive: count(exclusive) };
  return t(exclusive > 0 ? "features.music.exclusive" : "features.music.count", told);
}

function Foot({ settings }: { settings: SiteSettingsView | undefined }) {
  const { t } = useTranslation("landing");
  return (
    <footer className={classes.foot}>
      <div className={classes.wide}>
        <section className={classes.last}>
          <h2>{t("closing")}</h2>
          <Ways isLast />
        </section>
        <div className={classes.fineprint}>
          <nav aria-label={t("foot.name")}>
            <Link to={paths.terms()}>{t("foot.terms")}</Link>
            <Link to={paths.terms("policy")}>{t("foot.policy")}</Link>
            {settings?.support_url && (
              <a href={settings.support_url} rel="noreferrer">
                {t("foot.contact")}
              </a>
            )}
            <Link to={paths.terms("osl")}>{t("foot.osl")}</Link>
            <Link to={paths.terms("ofl")}>{t("foot.ofl")}</Link>
          </nav>
          <RunsOn settings={settings} />
        </div>
      </div>
    </footer>
  );
}

/** Who stands behind the page: a partner's says who pays. */
function RunsOn({ settings }: { settings: SiteSettingsView | undefined }) {
  const { t } = useTranslation();
  const { t: own } = useTranslation("landing");
  const partner = useSiteMetadata();
  if (partner) return <p>{t("runsOn", { partner: partner.name, portal: settings?.name ?? "" })}</p>;
  return <p>{[settings?.run_by, own("foot.runsOn")].filter(Boolean).join(" · ")}</p>;
}
