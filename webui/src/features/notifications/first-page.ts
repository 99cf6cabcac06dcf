import { PAGE_SIZE } from "@/app/constants";

/** The page that both the bell and the list ask for, so that one answer serves both. */
export const FIRST_PAGE = { page: 0, size: PAGE_SIZE };
