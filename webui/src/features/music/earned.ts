/** What tracks earned for the reader in the month of the newest figures. */
import { skipToken } from "@reduxjs/toolkit/query";
import { useMemo } from "react";
import { type EarnedTrackView, useListEarnedQuery } from "@/api/generated";

export interface EarnedMonth {
  month: string;
  currency: string;
  estimated: boolean;
  of: (code: string) => EarnedTrackView | undefined;
}

const LARGEST = 200;

/** What these tracks earned, two hundred of them at most; null until it is known. */
export function useEarnedOf(codes: readonly string[], wanted = true): EarnedMonth | null {
  const isrcs = codes.slice(0, LARGEST).join(",");
  const { currentData } = useListEarnedQuery(
    wanted && isrcs ? { isrcs, size: LARGEST } : skipToken,
  );
  return useMemo(() => {
    if (!currentData) return null;
    const lines = new Map(currentData.items.map((line) => [line.isrc, line]));
    const { month, currency, estimated } = currentData;
    return { month, currency, estimated, of: (code) => lines.get(code) };
  }, [currentData]);
}
