import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "../../app/session.tsx";
import { dayOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { PendingScreen } from "../../components/pending-screen.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import "./booking.css";
import { type BookingRecord, useBookingRecord } from "./booking-record.ts";
import { CommentsCard } from "./comments-card.tsx";
import { GuestCard } from "./guest-card.tsx";
import { HistoryCard } from "./history-card.tsx";
import { MessagesCard } from "./messages-card.tsx";
import { PaymentsCard } from "./payments-card.tsx";
import { PolicyCard } from "./policy-card.tsx";
import { PriceCard } from "./price-card.tsx";

/** One booking: its price line by line, its payments, its guest (console.md, Screens). */
export function BookingScreen() {
  const { booking: id } = useParams({ from: "/bookings/$booking" });
  const { t } = useI18n();
  const { account } = useSession();
  const formats = useFormats();
  const { data: booking, error, refetch } = useBookingRecord(Number(id));
  const name = booking && (booking.reference ?? String(booking.id));
  useEffect(() => {
    if (!name) return undefined;
    const before = document.title;
    document.title = `${t("screens.booking")} ${name} · ${account.name}`;
    return () => {
      document.title = before;
    };
  }, [name, t, account.name]);
  if (error || booking === undefined)
    return <PendingScreen title={t("screens.booking")} error={error} reset={() => void refetch()} />;
  if (booking === null) return <p className="empty">{t("booking.unknown")}</p>;
  const shown = { booking, formats };
  return (
    <div className="booking">
      <Head {...shown} />
      <div className="cards">
        <div>
          <PriceCard {...shown} />
          <PaymentsCard {...shown} />
          <HistoryCard {...shown} />
        </div>
        <div>
          <GuestCard {...shown} />
          <PolicyCard {...shown} />
          <CommentsCard {...shown} />
          <MessagesCard {...shown} />
        </div>
      </div>
    </div>
  );
}

function Head({ booking, formats }: { readonly booking: BookingRecord; readonly formats: Formats }) {
  const { t } = useI18n();
  const { start_at, end_at, status, tentative_expires_at, source, created_by_type } = booking;
  const [arrival, departure] = [dayOf(start_at), dayOf(end_at)];
  const expires = status === "Tentative" && tentative_expires_at;
  return (
    <header>
      <h1>
        {booking.rental?.name ?? t("screens.booking")} <small>{booking.reference}</small>
      </h1>
      <p>
        <strong className={`state ${status.toLowerCase()}`}>{t(`booking.states.${status}`)}</strong>
        {expires && ` · ${t("today.until", { moment: formats.moment(expires) })}`} · {formats.date(arrival)} –{" "}
        {formats.date(departure)} · {t("book.nights", { nights: departure - arrival })}
        {source && ` · ${source.name}`}
        {booking.external_reference && ` · ${booking.external_reference}`}
      </p>
      {created_by_type === "Booking" && <p className="hint">{t("stay.mirrored")}</p>}
      {booking.notes && <p className="notes">{booking.notes}</p>}
    </header>
  );
}
