/** Figures open with the first approved channel; until then the way there stands in their place (DASH-12). */
import type { ReactNode } from "react";
import { useSignedInMe } from "@/app/hooks";
import { FirstSteps } from "./FirstSteps";

export function Gate({ children }: { children: ReactNode }) {
  const { has_approved_channel, permission } = useSignedInMe();
  return has_approved_channel || permission === "mcn" ? children : <FirstSteps />;
}
