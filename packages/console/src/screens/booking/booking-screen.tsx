import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "../../app/session.tsx";
import { PendingScreen } from "../../components/pending-screen.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import "./booking.css";
import { useBookingRecord } from "../../components/bookings/booking-record.ts";
import { Head } from "./booking-head.tsx";
import { CommentsCard } from "./comments-card.tsx";
import { GuestCard } from "./guest-card.tsx";
import { HistoryCard } from "./history-card.tsx";
import { MessagesCard } from "./messages-card.tsx";
import { PaymentsCard } from "./payments-card.tsx";
import { PolicyCard } from "./policy-card.tsx";
import { PriceCard } from "./price-card.tsx";
import { StayCard } from "./stay-card.tsx";

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
          <StayCard {...shown} />
          <GuestCard booking={booking} />
          <PolicyCard {...shown} />
          <CommentsCard {...shown} />
          <MessagesCard {...shown} />
        </div>
      </div>
    </div>
  );
}
