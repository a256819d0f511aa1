import type { CSSProperties } from "react";
import { useSession } from "../../../app/session.tsx";
import { todayAt } from "../../../components/days.ts";
import { type RowStays, unread } from "../window-stays.ts";
import type { BarHandlers } from "./bar.tsx";
import type { Cursor, Selection } from "./cursor.ts";
import type { StayDrag } from "./drag.ts";
import styles from "./grid.module.css";
import type { GridProps } from "./grid-props.ts";
import { Head } from "./head.tsx";
import { Row } from "./row.tsx";
import { days, dayWidth, headHeight } from "./sizes.ts";
import type { useInSight } from "./use-in-sight.ts";
import type { usePointing } from "./use-pointing.ts";

interface GridRowsProps extends GridProps {
  readonly begin: number;
  readonly view: ReturnType<typeof useInSight>;
  readonly rows: ReadonlyMap<number, RowStays>;
  readonly cursor: Cursor;
  readonly selection: Selection | undefined;
  readonly drag: StayDrag | undefined;
  readonly take: BarHandlers["take"];
  readonly hover: BarHandlers["hover"];
  readonly press: ReturnType<typeof usePointing>["press"];
}

/** The head and the rows in sight. */
export function GridRows(props: GridRowsProps) {
  const { rentals, begin, view, rows, cursor, selection, drag, today, formats } = props;
  const { may } = useSession();
  const mayEdit = may("bookings_write");
  const isSelected = (row: number) => selection && selection.firstRow <= row && row <= selection.lastRow;
  const size: CSSProperties = {
    width: `calc(var(--names) + ${days * dayWidth}px)`,
    height: headHeight + view.down.getTotalSize(),
  };
  return (
    <div className={styles.sheet} role="presentation" style={size}>
      <Head {...view.inSight} {...{ begin, today, formats }} />
      {view.rendered.map(({ index, start }) => {
        const rental = rentals[index];
        return (
          rental && (
            <Row
              key={rental.id}
              {...{ rental, index, begin, formats, mayEdit }}
              today={todayAt(rental.timeZone)}
              top={headHeight + start}
              inSight={view.inSight}
              windowLeft={view.windowLeft}
              known={rows.get(rental.id) ?? unread}
              market={props.markets?.get(rental.id)}
              offer={props.offers.get(rental.id)}
              channels={props.channels}
              cursor={cursor.row === index ? cursor : undefined}
              selection={isSelected(index) ? selection : undefined}
              drag={drag?.row === index ? drag : undefined}
              dragged={drag?.stay.rental === rental.id ? drag.stay.id : undefined}
              press={props.press}
              open={props.open}
              take={props.take}
              hover={props.hover}
            />
          )
        );
      })}
    </div>
  );
}
