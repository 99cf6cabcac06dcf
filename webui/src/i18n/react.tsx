/** The words for components. */
import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from "react";
import { hasTexts, loadTexts, onWords, say, wordsVersion } from ".";
import type { Key, Say } from "./keys";
import type { Namespace } from "./resources.gen";

/** `t` says the texts of a file; it is another function once there are other words. */
export function useTranslation<Space extends Namespace = "common">(
  space?: Space,
): { t: Say<Space> } {
  const name: Namespace = space ?? "common";
  const version = useSyncExternalStore(onWords, wordsVersion);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other words, other texts.
  const t = useMemo(
    () => (key: string, values?: object) => say(name, key, { ...values }),
    [name, version],
  );
  const ready = hasTexts(name);
  useEffect(() => {
    if (!ready) void loadTexts(name);
  }, [ready, name]);
  return { t: t as Say<Space> };
}

const TAGGED = /<(\w+)>(.*?)<\/\1>/g;

interface TransProps<Space extends Namespace> {
  t: Say<Space>;
  i18nKey: Key<Space>;
  values?: object;
  /** What stands in the text as `<name>words</name>`. */
  components: Readonly<Record<string, ReactElement>>;
}

/** A text whose named parts are elements. */
export function Trans<Space extends Namespace>({
  t,
  i18nKey,
  values,
  components,
}: TransProps<Space>): ReactNode {
  const text = (t as (key: string, values?: object) => string)(i18nKey, values);
  const parts: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(TAGGED)) {
    const [all, name = "", words] = found;
    const element = components[name];
    parts.push(text.slice(end, found.index));
    parts.push(element ? cloneElement(element, { key: found.index }, words) : words);
    end = found.index + all.length;
  }
  return [...parts, text.slice(end)];
}
