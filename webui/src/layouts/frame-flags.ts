/** What the frame shows beside the page stands in the store, where every part can ask for it. */
import { useLayoutEffect } from "react";
import { useAppDispatch, useAppSelector, useMe } from "@/app/hooks";
import { bottomBarShown, withdrawalNoticeShown } from "@/app/site";
import { useFlag } from "@/components/kit/flags";
import { useScreenClass } from "@/components/kit/screen";
import { useKeyboard } from "./keyboard";

export function useFrameFlags(): { bottomBar: boolean; withdrawalNotice: boolean } {
  const dispatch = useAppDispatch();
  const isKnown = useMe() !== null;
  const isPhone = useScreenClass() !== "laptop";
  const isTyping = useKeyboard();
  const { opened } = useFlag("withdrawalNotice");
  const bar = isKnown && isPhone && !isTyping;
  const notice = isKnown && opened;

  useLayoutEffect(() => {
    dispatch(bottomBarShown(bar));
  }, [dispatch, bar]);
  useLayoutEffect(() => {
    dispatch(withdrawalNoticeShown(notice));
  }, [dispatch, notice]);

  const bottomBar = useAppSelector(({ site }) => site.bottomBar);
  const withdrawalNotice = useAppSelector(({ site }) => site.withdrawalNotice);
  return { bottomBar, withdrawalNotice };
}
