import { useEffect, useRef, useState } from "react";
import type { Stay } from "../../../components/bookings/stay.ts";
import { useEventCallback } from "./use-event-callback.ts";

/** The hover time before a card opens, and the time to reach the card before it closes. */
const openDelayMs = 250;
const closeDelayMs = 150;

/** The stay whose card is open: the hovered one, else the focused one. Escape closes the card (WCAG 1.4.13). */
export function useCard(underKeys: Stay | undefined, position: string) {
  const [hovered, setHovered] = useState<Stay>();
  const [closed, setClosed] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hover = useEventCallback((stay: Stay | undefined) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setHovered(stay), stay ? openDelayMs : closeDelayMs);
  });
  const stay = hovered ?? (closed === position ? undefined : underKeys);
  useEffect(() => {
    if (!stay) return undefined;
    const close = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      clearTimeout(timer.current);
      setHovered(undefined);
      setClosed(position);
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [stay, position]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { stay, hover, keep: () => clearTimeout(timer.current) };
}
