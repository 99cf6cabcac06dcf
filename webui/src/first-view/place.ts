/** The element that holds the first view, beside the one in which the app draws (decision 0313). */
export const FIRST_VIEW = "first-view";
