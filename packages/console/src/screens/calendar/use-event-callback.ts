import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that stays the same from one drawing to the next and does what the newest one does: rows that were drawn are not drawn again for it. */
export function useEventCallback<Given extends readonly unknown[]>(act: (...given: Given) => void) {
  const newest = useRef(act);
  useLayoutEffect(() => {
    newest.current = act;
  });
  return useCallback((...given: Given) => newest.current(...given), []);
}
