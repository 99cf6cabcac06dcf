/** A page inside the frame: its title (also the window's), what may be done there, and its content. */
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useSiteMetadata } from "@/components/domain/site-metadata";
import { useTranslation } from "@/i18n/react";
import { IconArrowLeft } from "./icons";
import classes from "./Page.module.css";

interface Props {
  title: string;
  /** What stands on the page in place of its name. */
  heading?: string | undefined;
  /** One sentence under the title. */
  lead?: ReactNode;
  /** Buttons or a remark at the title's end. */
  actions?: ReactNode;
  /** Where the arrow before the title leads; for pages below another one. */
  back?: string;
  /** `narrow` for forms and settings, `wide` for tables. */
  width?: "narrow" | "wide";
  children: ReactNode;
}

export function Page({
  title,
  heading = title,
  lead,
  actions,
  back,
  width = "wide",
  children,
}: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.page} data-width={width}>
      <WindowTitle title={title} />
      <div className={classes.head}>
        <div className={classes.titles} data-lead={lead ? "" : undefined}>
          {back && (
            <Link to={back} className={classes.back} aria-label={t("back")}>
              <IconArrowLeft size={20} />
            </Link>
          )}
          <div>
            <h1>{heading}</h1>
            {lead && <p className={classes.lead}>{lead}</p>}
          </div>
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}

/** The window's title: what the page is, and whose. */
export function WindowTitle({ title }: { title: string }) {
  const name = useSiteMetadata()?.name ?? "Backbeat";
  return <title>{title === name ? name : `${title} · ${name}`}</title>;
}
