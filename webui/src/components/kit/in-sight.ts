/** Whether a place has come near the reader's view: what it shows is fetched no earlier. */
import { useEffect, useRef, useState } from "react";

/** So many pixels beyond the view count as near. */
const NEAR_PX = 200;

export function useNear<Place extends Element>(within = NEAR_PX) {
  const place = useRef<Place>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!place.current || near) return;
    const observer = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: `${within}px` },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near, within]);
  return { place, near };
}
