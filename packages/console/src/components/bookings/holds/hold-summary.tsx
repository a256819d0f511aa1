import { useI18n } from "../../../i18n/i18n.ts";
import { dayOf } from "../../days.ts";
import type { Formats } from "../../formats.ts";
import type { BookingRecord } from "../booking-record.ts";
import classes from "../bookings.module.css";

interface HoldSummaryProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
}

/** A hold's stay, its guest, and its expiry on the rental's clock. */
export function HoldSummary({ booking, formats }: HoldSummaryProps) {
  const { t } = useI18n();
  const { start_at, end_at, tentative_expires_at: expires, rental, client, final_price, currency } = booking;
  const [arrival, departure] = [dayOf(start_at), dayOf(end_at)];
  const about = [rental?.name, client?.fullname, t("book.nights", { nights: departure - arrival })];
  return (
    <p className={classes.holdSummary}>
      <strong>{about.filter(Boolean).join(" · ")}</strong>
      <span>
        {formats.date(arrival)} – {formats.date(departure)}
      </span>
      {final_price && currency && <span>{t("hold.total", { price: formats.money(final_price, currency) })}</span>}
      {expires && <span>{t("hold.heldUntil", { moment: formats.moment(expires, rental?.time_zone) })}</span>}
    </p>
  );
}
