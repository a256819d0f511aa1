import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to a heading once its record has loaded, for keyboards and screen readers. A person who meanwhile opened a dialog or writes
 * in a field keeps the focus there.
 */
export function useHeadingFocus(hasLoaded: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isBusy = document.activeElement?.closest("[role=dialog], input, textarea, select");
    if (hasLoaded && !isBusy) heading.current?.focus();
  }, [hasLoaded]);
  return heading;
}
