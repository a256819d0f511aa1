import { Link } from "@tanstack/react-router";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
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

/** Pixels of a row until it is measured: on a phone it is a card. */
const usualHeight = 44;

/** A table on wide windows, cards on narrow ones. Only rows in sight are drawn. */
export function BookingsTable({ bookings, names, formats, sort, isDown, order }: BookingsTableProps) {
  const { t } = useI18n();
  const place = useRef<HTMLTableSectionElement>(null);
  const rows = useWindowVirtualizer({
    count: bookings.length,
    estimateSize: () => usualHeight,
    overscan: 12,
    scrollMargin: place.current?.offsetTop ?? 0,
  });
  const drawn = rows.getVirtualItems();
  const above = (drawn[0]?.start ?? 0) - rows.options.scrollMargin;
  const below = rows.getTotalSize() + rows.options.scrollMargin - (drawn.at(-1)?.end ?? 0);
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
      <tbody ref={place}>
        <Gap height={above} />
        {drawn.map(({ index }) => {
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

/** Where rows would be that are out of sight. */
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
  if (name === fixedColumn)
    return (
      <Link to="/bookings/$booking" params={{ booking: String(booking.id) }}>
        {shown}
      </Link>
    );
  return name === "status" ? <span className={`state ${booking.status.toLowerCase()}`}>{shown}</span> : shown;
}
