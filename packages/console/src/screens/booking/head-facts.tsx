import { Link } from "@tanstack/react-router";
import { isOpenTo } from "../../app/navigation.ts";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { namesOf } from "../../components/class-names.ts";
import { dayOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./booking.module.css";

interface HeadFactsProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
}

/** The state, guest, dates and channel. */
export function HeadFacts({ booking, formats }: HeadFactsProps) {
  const { t } = useI18n();
  const { account } = useSession();
  const { start_at, end_at, status, tentative_expires_at: expires, source, created_by_type, rental, client } = booking;
  const [arrival, departure] = [dayOf(start_at), dayOf(end_at)];
  const guest = client && (client.fullname ?? t("guests.nameless"));
  const facts = [
    status === "Tentative" && expires && t("today.until", { moment: formats.moment(expires, rental?.time_zone) }),
    `${formats.date(arrival)} – ${formats.date(departure)}`,
    t("book.nights", { nights: departure - arrival }),
    source?.name,
    booking.external_reference,
  ];
  return (
    <>
      <p className={classes.stateLine}>
        <strong
          className={namesOf(
            ...[classes.state, status === "Booked" && classes.booked, status === "Canceled" && classes.canceled],
          )}
        >
          {t(`booking.states.${status}`)}
        </strong>
        {client && isOpenTo(account, "/guests") ? (
          <Link to="/guests" search={{ guest: client.id }}>
            {guest}
          </Link>
        ) : (
          guest && <span>{guest}</span>
        )}
      </p>
      <p>{facts.filter(Boolean).join(" · ")}</p>
      {created_by_type === "Booking" && <p className="hint">{t("stay.mirrored")}</p>}
    </>
  );
}
