/** What the portal promises, shown by one payout in the portal's own dates and fees. */
import { Button, Skeleton } from "@mantine/core";
import type { ComponentType } from "react";
import { Link } from "react-router";
import { type SiteSettingsView, useGetSiteSettingsQuery } from "@/api/generated-base";
import { useAuthState } from "@/app/hooks";
import { addresses, paths } from "@/app/paths";
import { LanguageSelect } from "@/components/domain/LanguageSelect";
import { Logo } from "@/components/domain/Logo";
import { Money } from "@/components/domain/Money";
import { PayLine } from "@/components/domain/PayLine";
import { monthOf, payDates, stopsOf } from "@/components/domain/payout";
import { Card } from "@/components/kit/Card";
import { IconChartBar, IconMusic, IconReceipt } from "@/components/kit/icons";
import { WindowTitle } from "@/components/kit/Page";
import { useFormat } from "@/format";
import { Trans, useTranslation } from "@/i18n/react";
import "@/styles/kit.css";
import { payoutExample } from "./example";
import { Faq } from "./Faq";
import classes from "./LandingPage.module.css";

export function LandingPage() {
  const { t } = useTranslation("landing");
  const { data: settings } = useGetSiteSettingsQuery();
  return (
    <div className={classes.page}>
      <WindowTitle title={t("windowTitle")} />
      <Top />
      <main>
        <section className={`${classes.wide} ${classes.hero}`}>
          <div>
            <h1>{t("promise")}</h1>
            <p className={classes.lead}>{t("lead")}</p>
            <Ways />
            <TermsSentence />
          </div>
          {settings ? <PayoutCard settings={settings} /> : <PayoutSkeleton />}
        </section>
        <section className={`${classes.wide} ${classes.features}`} aria-label={t("features.name")}>
          <Feature name="music" icon={IconMusic} />
          <Feature name="figures" icon={IconChartBar} />
          <Feature name="trace" icon={IconReceipt} />
        </section>
        {settings && <Calendar settings={settings} />}
        {settings && <Faq settings={settings} />}
        <section className={`${classes.wide} ${classes.last}`}>
          <h2>{t("closing")}</h2>
          <Ways />
        </section>
      </main>
      <Foot />
    </div>
  );
}

function Top() {
  const { t } = useTranslation();
  const out = useAuthState() === "out";
  return (
    <header className={`${classes.wide} ${classes.top}`}>
      <Link to={addresses.landing} className={classes.home}>
        <Logo />
      </Link>
      <span className={classes.tools}>
        <LanguageSelect />
        {out && (
          <Button
            component={Link}
            to={paths.login()}
            variant="default"
            className={classes.topLogin}
          >
            {t("logIn")}
          </Button>
        )}
      </span>
    </header>
  );
}

/** The way in: sign up or log in, or on to the dashboard for those who are in already. */
function Ways() {
  const { t } = useTranslation();
  const state = useAuthState();
  if (state === "checking") return <Skeleton height={50} width={220} />;
  return (
    <div className={classes.ways}>
      {state === "out" ? (
        <>
          <Button component={Link} to={paths.join()} size="lg">
            {t("createAccount")}
          </Button>
          <Button component={Link} to={paths.login()} size="lg" variant="default">
            {t("logIn")}
          </Button>
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
      <Trans t={t} i18nKey="terms" components={{ terms: <Link to={paths.terms()} /> }} />
    </p>
  );
}

function PayoutCard({ settings }: { settings: SiteSettingsView }) {
  const { t } = useTranslation("landing");
  const { money, monthName, dayLong, rate } = useFormat();
  const dates = payDates(monthOf(settings.today), settings);
  const example = payoutExample(settings.withdrawal.paypal_fee_rate);
  return (
    <div className={classes.sample}>
      <Card>
        <p className={classes.label}>{t("sample.paid", { day: dayLong(dates.due_on) })}</p>
        <Money amount={example.net} currency="USD" size="hero" mine />
        <dl className={classes.facts}>
          <div>
            <dt>{t("sample.month", { month: monthName(dates.month) })}</dt>
            <dd className="num">{money(example.revenue, "USD")}</dd>
          </div>
          <div>
            <dt>{t("sample.fee", { rate: rate(settings.withdrawal.paypal_fee_rate) })}</dt>
            <dd className="num">{money(`-${example.fee}`, "USD")}</dd>
          </div>
        </dl>
        <PayLine stops={stopsOf(dates, settings.today)} />
        <p className={classes.remark}>{t("sample.remark")}</p>
      </Card>
    </div>
  );
}

function PayoutSkeleton() {
  return (
    <div className={classes.sample}>
      <Skeleton height={260} radius="md" />
    </div>
  );
}

interface FeatureProps {
  name: "music" | "figures" | "trace";
  icon: ComponentType<{ size?: number }>;
}

function Feature({ name, icon: Icon }: FeatureProps) {
  const { t } = useTranslation("landing");
  return (
    <div>
      <Icon size={24} />
      <h2>{t(`features.${name}.title`)}</h2>
      <p>{t(`features.${name}.text`)}</p>
    </div>
  );
}

function Calendar({ settings }: { settings: SiteSettingsView }) {
  const { t } = useTranslation("landing");
  const { monthName, dayLong } = useFormat();
  const dates = payDates(monthOf(settings.today), settings);
  return (
    <section className={classes.band}>
      <div className={classes.wide}>
        <h2>
          {t("calendar.title", { month: monthName(dates.month), day: dayLong(dates.due_on) })}
        </h2>
        <p>{t("calendar.text")}</p>
        <Card>
          <PayLine stops={stopsOf(dates, settings.today)} />
        </Card>
      </div>
    </section>
  );
}

function Foot() {
  const { t } = useTranslation("landing");
  return (
    <footer className={classes.foot}>
      <nav className={classes.wide} aria-label={t("foot.name")}>
        <Link to={paths.terms()}>{t("foot.terms")}</Link>
        <Link to={paths.terms("policy")}>{t("foot.policy")}</Link>
        <Link to={paths.terms("osl")}>{t("foot.osl")}</Link>
        <Link to={paths.terms("ofl")}>{t("foot.ofl")}</Link>
      </nav>
    </footer>
  );
}
