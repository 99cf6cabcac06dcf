/** Taking part in what an event's post tells of: its days, and the panel of its kind. */
import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { PostView } from "@/api/generated";
import { useMe } from "@/app/hooks";
import { addresses } from "@/app/paths";
import { Card } from "@/components/kit/Card";
import { useTranslation } from "@/i18n/react";
import { EventPanel } from "./EventPanel";
import classes from "./events.module.css";
import { ProgramPanel } from "./ProgramPanel";
import { Steps } from "./Steps";

const PANELS = { event: EventPanel, program: ProgramPanel };

export function Participation({ post }: { post: PostView }) {
  const { t } = useTranslation("events");
  const signedIn = useMe() !== null;
  const { participation } = post;
  if (!participation) return null;
  const Panel = PANELS[participation.kind];
  if (signedIn) return <Panel id={post.id} />;
  return (
    <Card title={t(participation.kind === "program" ? "program.title" : "title")}>
      <div className={classes.panel}>
        <Steps apply={participation} act={participation.kind === "program" ? "program" : "apply"} />
        <Button component={Link} to={addresses.login}>
          {t("logIn")}
        </Button>
      </div>
    </Card>
  );
}
