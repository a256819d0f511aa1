import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type ColumnName, fixedColumn } from "./column-names.ts";
import { columns } from "./columns.ts";
import type { ListedBooking } from "./listed-bookings.ts";

interface BookingsTableProps {
  readonly bookings: readonly ListedBooking[];
  readonly names: readonly ColumnName[];
  readonly formats: Formats;
  readonly sort: ColumnName;
  readonly isDown: boolean;
  readonly order: (by: ColumnName) => void;
}

/** The estimated row height until a row is measured. On a phone a row is a card. */
const estimatedHeight = 44;

/** A table on wide windows, cards on narrow ones. Only visible rows are rendered. */
export function BookingsTable({ bookings, names, formats, sort, isDown, order }: BookingsTableProps) {
  const { t } = useI18n();
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  const rows = useWindowVirtualizer({
    count: bookings.length,
    estimateSize: () => estimatedHeight,
    overscan: 12,
    scrollMargin: bodyRef.current?.offsetTop ?? 0,
  });
  const visible = rows.getVirtualItems();
  const above = (visible[0]?.start ?? 0) - rows.options.scrollMargin;
  const below = rows.getTotalSize() + rows.options.scrollMargin - (visible.at(-1)?.end ?? 0);
  return (
    <table aria-rowcount={bookings.length + 1}>
      <thead>
        <tr aria-rowindex={1}>
          {names.map((name) => (
            <th
              key={name}
              scope="col"
              className={columns[name].isFigure && "figure"}
              aria-sort={name !== sort ? undefined : isDown ? "descending" : "ascending"}
            >
              <button type="button" onClick={() => order(name)}>
                {t(`bookings.columns.${name}`)}
              </button>
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={bodyRef}>
        <Gap height={above} />
        {visible.map(({ index }) => {
          const booking = bookings[index];
          return (
            booking && (
              <tr key={booking.id} ref={rows.measureElement} data-index={index} aria-rowindex={index + 2}>
                {names.map((name) => (
                  <td
                    key={name}
                    className={`${name}${columns[name].isFigure ? " figure" : ""}`}
                    data-name={t(`bookings.columns.${name}`)}
                  >
                    <Cell {...{ booking, name, formats }} />
                  </td>
                ))}
              </tr>
            )
          );
        })}
        <Gap height={below} />
      </tbody>
    </table>
  );
}

/** Fills the height of rows that are not rendered. */
const Gap = ({ height }: { readonly height: number }) =>
  height > 0 && (
    <tr className="gap" aria-hidden>
      <td style={{ height }} />
    </tr>
  );

interface CellProps {
  readonly booking: ListedBooking;
  readonly name: ColumnName;
  readonly formats: Formats;
}

function Cell({ booking, name, formats }: CellProps) {
  const { t } = useI18n();
  const shown = columns[name].shown(booking, formats, t);
  if (name === fixedColumn) return <BookingLink id={booking.id}>{shown}</BookingLink>;
  return name === "status" ? <span className={`state ${booking.status.toLowerCase()}`}>{shown}</span> : shown;
}
