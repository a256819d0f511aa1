import { useCallback, useLayoutEffect, useRef } from "react";

/** A stable function that always calls the latest callback, so memoized rows do not rerender. */
export function useEventCallback<Args extends readonly unknown[]>(act: (...args: Args) => void) {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
