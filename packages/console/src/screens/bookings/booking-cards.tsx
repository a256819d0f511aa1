import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./booking-cards.module.css";
import type { ListedBooking } from "./listed-bookings.ts";
import { useRows } from "./rows.ts";
import { Status } from "./status.tsx";

interface BookingCardsProps {
  readonly bookings: readonly ListedBooking[];
  readonly formats: Formats;
}

/** In pixels, as in the style sheet. */
const cardHeight = 88;

/** The list on a phone: three lines a booking, which is a link. */
export function BookingCards({ bookings, formats }: BookingCardsProps) {
  const { body, indexes, above, below } = useRows<HTMLUListElement>(bookings.length, cardHeight);
  return (
    <ul ref={body} className={classes.cards} style={{ paddingTop: above, paddingBottom: below }}>
      {indexes.map((index) => {
        const booking = bookings[index];
        return (
          booking && (
            <li key={booking.id} aria-setsize={bookings.length} aria-posinset={index + 1}>
              <BookingLink id={booking.id} className={classes.card ?? ""}>
                <Card booking={booking} formats={formats} />
              </BookingLink>
            </li>
          )
        );
      })}
    </ul>
  );
}

function Card({ booking, formats }: { readonly booking: ListedBooking; readonly formats: Formats }) {
  const { t } = useI18n();
  const { guest, reference, rental, arrival, departure, status, channel, price, open, currency } = booking;
  const due = Number(open) > 0 && open ? t("bookings.due", { amount: formats.money(open, currency) }) : "";
  return (
    <>
      <span className={classes.line}>
        <strong>{guest ?? reference}</strong>
        <span>{price && formats.money(price, currency)}</span>
      </span>
      <span className={classes.line}>
        <span>{rental}</span>
        <span>
          {formats.date(arrival)} · {t("book.nights", { nights: departure - arrival })}
        </span>
      </span>
      <span className={classes.line}>
        <span>
          <Status status={status} /> {channel}
        </span>
        <span>{due}</span>
      </span>
    </>
  );
}
