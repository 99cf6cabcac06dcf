/** Words of the music in the reader's language. */
import { useCallback, useMemo } from "react";
import { useListMusicTagsQuery } from "@/api/generated";
import { useTranslation } from "@/i18n/react";

const AI = "ai:";

/** What a mood is called; its code until the vocabulary has come. */
export function useMoodWords(): (address: string) => string {
  const { data } = useListMusicTagsQuery();
  const words = useMemo(() => {
    if (!data) return new Map<string, string>();
    return new Map([
      ...data.mood.map(({ code, label }) => [code, label] as const),
      ...data.ai.map(({ code, label }) => [`${AI}${code}`, label] as const),
    ]);
  }, [data]);
  return useCallback((address: string) => words.get(address) ?? address.replace(AI, ""), [words]);
}

/** Facts one after the other, parted as the reader's language parts them. */
export function useFacts(): (facts: readonly (string | false | null | undefined)[]) => string {
  const { i18n } = useTranslation();
  const comma = i18n.language.startsWith("zh") ? "，" : ", ";
  return (facts) => facts.filter(Boolean).join(comma);
}

/** A text cut where a word of the search stands in it. */
export function cutAt(text: string, search: string): readonly { part: string; found: boolean }[] {
  const words = search.split(/\s+/u).filter(Boolean);
  if (words.length === 0) return [{ part: text, found: false }];
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&"));
  return text
    .split(new RegExp(`(${escaped.join("|")})`, "iu"))
    .map((part, place) => ({ part, found: place % 2 === 1 }))
    .filter(({ part }) => part !== "");
}
