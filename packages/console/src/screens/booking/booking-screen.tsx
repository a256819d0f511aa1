import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { useWorking } from "../../app/session.tsx";
import { dayOf } from "../../parts/days.ts";
import type { Formats } from "../../parts/formats.ts";
import { UnreadScreen } from "../../parts/unread-screen.tsx";
import { useFormats } from "../../parts/use-formats.ts";
import { useWords } from "../../words/words.tsx";
import "./booking.css";
import { type BookingRecord, useBookingRecord } from "./booking-record.ts";
import { CommentsCard } from "./comments-card.tsx";
import { GuestCard } from "./guest-card.tsx";
import { HistoryCard } from "./history-card.tsx";
import { MessagesCard } from "./messages-card.tsx";
import { PaymentsCard } from "./payments-card.tsx";
import { PolicyCard } from "./policy-card.tsx";
import { PriceCard } from "./price-card.tsx";

/** One booking whole: its price line by line, its money, its guest (console.md, Screens). */
export function BookingScreen() {
  const { booking: id } = useParams({ from: "/bookings/$booking" });
  const { words } = useWords();
  const { account } = useWorking();
  const formats = useFormats();
  const { data: booking, error, refetch } = useBookingRecord(Number(id));
  const name = booking && (booking.reference ?? String(booking.id));
  useEffect(() => {
    if (!name) return undefined;
    const before = document.title;
    document.title = `${words.screens.booking} ${name} · ${account.name}`;
    return () => {
      document.title = before;
    };
  }, [name, words, account.name]);
  if (error || booking === undefined)
    return <UnreadScreen title={words.screens.booking} error={error} reset={() => void refetch()} />;
  if (booking === null) return <p className="empty">{words.booking.unknown}</p>;
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
  const { words } = useWords();
  const { start_at, end_at, status, tentative_expires_at, source, created_by_type } = booking;
  const [arrival, departure] = [dayOf(start_at), dayOf(end_at)];
  const expires = status === "Tentative" && tentative_expires_at;
  return (
    <header>
      <h1>
        {booking.rental?.name ?? words.screens.booking} <small>{booking.reference}</small>
      </h1>
      <p>
        <strong className={`state ${status.toLowerCase()}`}>{words.booking.states[status]}</strong>
        {expires && ` · ${words.today.until(formats.moment(expires))}`} · {formats.date(arrival)} –{" "}
        {formats.date(departure)} · {words.book.nights(departure - arrival)}
        {source && ` · ${source.name}`}
        {booking.external_reference && ` · ${booking.external_reference}`}
      </p>
      {created_by_type === "Booking" && <p className="hint">{words.stay.mirrored}</p>}
      {booking.notes && <p className="notes">{booking.notes}</p>}
    </header>
  );
}
