import { ArrowDown, ArrowUp } from "lucide-react";
import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./bookings-table.module.css";
import { type ColumnName, fixedColumn } from "./column-names.ts";
import { columns } from "./columns.ts";
import type { ListedBooking } from "./listed-bookings.ts";
import { useRows } from "./rows.ts";
import { Status } from "./status.tsx";

interface BookingsTableProps {
  readonly bookings: readonly ListedBooking[];
  readonly names: readonly ColumnName[];
  readonly formats: Formats;
  readonly sort: ColumnName;
  readonly isDown: boolean;
  readonly order: (by: ColumnName) => void;
}

/** In pixels, as in the style sheet. */
const rowHeight = 44;

/** A row a booking; the whole row is its link. The widths of columns are fixed, so that rows do not move while others load. */
export function BookingsTable({ bookings, names, formats, sort, isDown, order }: BookingsTableProps) {
  const { t } = useI18n();
  const Arrow = isDown ? ArrowDown : ArrowUp;
  const { body, indexes, above, below } = useRows<HTMLTableSectionElement>(bookings.length, rowHeight);
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-rowcount={bookings.length + 1}>
        <colgroup>
          {names.map((name) => (
            <col key={name} className={classes[`${name}Column`]} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {names.map((name) => (
              <th
                key={name}
                scope="col"
                className={columns[name].isFigure && classes.figure}
                aria-sort={name !== sort ? undefined : isDown ? "descending" : "ascending"}
              >
                <button type="button" onClick={() => order(name)}>
                  {t(`bookings.columns.${name}`)}
                  {name === sort && <Arrow size={14} aria-hidden />}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          <Gap height={above} />
          {indexes.map((index) => {
            const booking = bookings[index];
            return booking && <Row key={booking.id} {...{ booking, names, formats, index }} />;
          })}
          <Gap height={below} />
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly booking: ListedBooking;
  readonly names: readonly ColumnName[];
  readonly formats: Formats;
  readonly index: number;
}

function Row({ booking, names, formats, index }: RowProps) {
  const { t } = useI18n();
  return (
    <tr aria-rowindex={index + 2}>
      {names.map((name) => {
        const shown = columns[name].shown(booking, formats, t);
        return (
          <td
            key={name}
            className={[name, columns[name].isFigure && classes.figure].filter(Boolean).join(" ")}
            title={shown}
          >
            {name === fixedColumn ? (
              <BookingLink id={booking.id} className={classes.link ?? ""}>
                {shown}
              </BookingLink>
            ) : name === "status" ? (
              <Status status={booking.status} />
            ) : (
              shown
            )}
          </td>
        );
      })}
    </tr>
  );
}

/** Fills the height of rows that are not drawn. */
const Gap = ({ height }: { readonly height: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td className={classes.gap} style={{ height }} />
    </tr>
  );
