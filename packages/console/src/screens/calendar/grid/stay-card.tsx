import type { RefObject } from "react";
import type { Stay } from "../../../components/bookings/stay.ts";
import type { Formats } from "../../../components/formats.ts";
import styles from "./grid.module.css";
import { namesOf } from "./points.ts";
import { dayWidth, headHeight, type RowHeight } from "./sizes.ts";
import { StayFacts } from "./stay-facts.tsx";

/** The width in grid.module.css, and the card's maximum height. */
const width = 300;
const height = 260;

interface StayCardProps {
  readonly stay: Stay;
  readonly row: number;
  readonly rowHeight: RowHeight;
  readonly timeZone: string | undefined;
  readonly begin: number;
  readonly gridRef: RefObject<HTMLDivElement | null>;
  readonly formats: Formats;
  readonly keep: () => void;
  readonly leave: () => void;
}

/** The main facts of the hovered or focused stay, next to its bar. */
export function StayCard(props: StayCardProps) {
  const { stay, row, rowHeight, timeZone, begin, gridRef, formats, keep, leave } = props;
  const grid = gridRef.current;
  if (!grid) return null;
  const names = namesOf(grid);
  const start = names + (stay.arrival + 0.5 - begin) * dayWidth - grid.scrollLeft;
  const left = Math.max(Math.min(Math.max(start, names), grid.clientWidth - width - 8), 8);
  const top = headHeight + row * rowHeight - grid.scrollTop;
  const isBelow = top + rowHeight + height < grid.clientHeight || top < grid.clientHeight / 2;
  return (
    <div
      id="stay-card"
      role="tooltip"
      className={styles.card}
      style={isBelow ? { left, top: top + rowHeight - 6 } : { left, bottom: grid.offsetHeight - top - 6 }}
      onPointerEnter={keep}
      onPointerLeave={leave}
    >
      <StayFacts stay={stay} timeZone={timeZone} formats={formats} />
    </div>
  );
}
