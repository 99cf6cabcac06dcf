/** Shows the mark of the open page: to who has not seen it, and to who asked to be shown around again. */
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useStepTutorialMutation } from "@/api/generated-base";
import { useMe } from "@/app/hooks";
import { FLAGS } from "@/app/paths";
import { late } from "@/components/kit/late";
import { loadTexts } from "@/i18n";
import { MARKS, type Mark, markOf, nextMark } from "./marks";

const DIALOGS: ReadonlySet<string> = new Set(FLAGS);

const Spotlight = late(async () => {
  await loadTexts("tutorial");
  return (await import("./Spotlight")).Spotlight;
});

export function Tutorial() {
  const me = useMe();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const [save] = useStepTutorialMutation();
  const [seenNow, see] = useState<readonly Mark["step"][]>([]);
  const isWalk = (state as { walk?: boolean } | null)?.walk === true;
  const isSeen = (step: Mark["step"]) => seenNow.includes(step) || me?.tutorial[step] === true;
  // An operator who looks at the account is not shown around: that would be kept nowhere.
  const mark = me && !me.viewing ? markOf(pathname, isWalk ? () => false : isSeen) : undefined;
  const isBusy = [...new URLSearchParams(search).keys()].some((flag) => DIALOGS.has(flag));
  if (!mark || isBusy) return null;

  const next = isWalk ? MARKS[MARKS.indexOf(mark) + 1] : nextMark(mark, isSeen);
  const leave = () => {
    see([...seenNow, mark.step]);
    if (!isSeen(mark.step)) void save({ value: mark.step });
  };
  return (
    <Spotlight
      key={mark.step}
      mark={mark}
      isLast={!next}
      onSkip={() => {
        leave();
        if (isWalk) void navigate(pathname + search, { replace: true });
      }}
      onNext={() => {
        leave();
        if (next) void navigate(next.at, { state: isWalk ? { walk: true } : null });
        else if (isWalk) void navigate(pathname + search, { replace: true });
      }}
    />
  );
}
