import { useEffect, useRef, useState } from "react";
import type { Stay } from "./stays.ts";
import { useEventCallback } from "./use-event-callback.ts";

/** Milliseconds that the pointer rests on a stay before its card comes, and that it may take to reach the card. */
const rests = 250;
const reaches = 150;

/** Whose card is shown: that of the stay under the pointer, else of the one under the keyboard. Escape closes either (WCAG 1.4.13). */
export function useCard(underKeys: Stay | undefined, place: string) {
  const [hovered, setHovered] = useState<Stay>();
  const [closed, setClosed] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hover = useEventCallback((stay: Stay | undefined) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHovered(stay), stay ? rests : reaches);
  });
  const stay = hovered ?? (closed === place ? undefined : underKeys);
  useEffect(() => {
    if (!stay) return undefined;
    const close = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      clearTimeout(timer.current);
      setHovered(undefined);
      setClosed(place);
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [stay, place]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { stay, hover, keep: () => clearTimeout(timer.current) };
}
