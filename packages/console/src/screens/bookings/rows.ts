import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";

/** A list of up to this many rows is drawn as a whole. */
const maxDrawn = 300;

/**
 * The rows to draw, and the height of those above and below. All rows have the same height, so nothing is measured:
 * measuring would move rows and change the result.
 */
export function useRows<Body extends HTMLElement>(count: number, height: number) {
  const body = useRef<Body>(null);
  const isVirtual = count > maxDrawn;
  const scrollMargin = body.current?.offsetTop ?? 0;
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: 12,
    enabled: isVirtual,
    scrollMargin,
  });
  if (!isVirtual) return { body, indexes: Array.from({ length: count }, (_, index) => index), above: 0, below: 0 };
  const indexes = rows.getVirtualItems().map(({ index }) => index);
  const [first = 0, last = -1] = [indexes[0], indexes.at(-1)];
  return { body, indexes, above: first * height, below: (count - 1 - last) * height };
}
