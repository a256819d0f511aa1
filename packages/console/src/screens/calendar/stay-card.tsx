import type { RefObject } from "react";
import type { Formats } from "../../components/formats.ts";
import { dayWidth, headHeight, rowHeight } from "./sizes.ts";
import { StayFacts } from "./stay-facts.tsx";
import type { Stay } from "./stays.ts";

/** As wide as calendar.css has it, and as high as a card may become. */
const width = 300;
const height = 260;

interface StayCardProps {
  readonly stay: Stay;
  readonly row: number;
  readonly begin: number;
  readonly place: RefObject<HTMLDivElement | null>;
  readonly formats: Formats;
  readonly keep: () => void;
  readonly leave: () => void;
}

/** What one wants to know of the stay under the pointer or the keyboard, beside its bar. */
export function StayCard({ stay, row, begin, place, formats, keep, leave }: StayCardProps) {
  const grid = place.current;
  if (!grid) return null;
  const names = grid.querySelector<HTMLElement>(".head .name")?.offsetWidth ?? 0;
  const start = names + (stay.arrival + 0.5 - begin) * dayWidth - grid.scrollLeft;
  const left = Math.max(Math.min(Math.max(start, names), grid.clientWidth - width - 8), 8);
  const top = headHeight + row * rowHeight - grid.scrollTop;
  const isBelow = top + rowHeight + height < grid.clientHeight || top < grid.clientHeight / 2;
  return (
    <div
      id="stay-card"
      role="tooltip"
      className="stay-card"
      style={isBelow ? { left, top: top + rowHeight - 6 } : { left, bottom: grid.offsetHeight - top - 6 }}
      onPointerEnter={keep}
      onPointerLeave={leave}
    >
      <StayFacts stay={stay} formats={formats} />
    </div>
  );
}
