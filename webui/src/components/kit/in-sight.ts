/** Whether a place has come near the reader's view: what it shows is fetched no earlier. */
import { useEffect, useRef, useState } from "react";

/** So far beyond the view counts as near. */
const NEAR = "200px";

export function useNear<Place extends Element>() {
  const place = useRef<Place>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!place.current || near) return;
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  return { place, near };
}
