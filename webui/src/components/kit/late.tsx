/** Parts that are fetched when they are first shown: dialogs and menus stay out of a page's first load. */
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

/** `load` gives the part; until it is there `meanwhile` stands in its place. */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  return function Late(props: Props) {
    return (
      <Suspense fallback={meanwhile}>
        <Part {...props} />
      </Suspense>
    );
  };
}
