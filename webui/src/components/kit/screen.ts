/** The screen class: under 640 px a phone, from 1100 px a laptop (WEB-15). */
import { useAppSelector } from "@/app/hooks";
import type { ScreenClass } from "@/app/window";

export const useScreenClass = (): ScreenClass => useAppSelector(({ site }) => site.screen);
