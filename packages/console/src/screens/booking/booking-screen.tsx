import { useParams } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "../../app/session.tsx";
import { useBookingRecord } from "../../components/bookings/booking-record.ts";
import { NotFound } from "../../components/not-found.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PendingScreen } from "../../components/pending-screen.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./booking.module.css";
import { BookingPanel, BookingTitle } from "./booking-panel.tsx";

/** The page of one booking: its panel (console.md, The job decides). */
export function BookingScreen() {
  const { booking: id } = useParams({ from: "/bookings/$booking" });
  const { t } = useI18n();
  const { account } = useSession();
  const read = useBookingRecord(Number(id));
  const booking = read.data;
  const name = booking && (booking.reference ?? String(booking.id));
  useEffect(() => {
    if (!name) return undefined;
    const before = document.title;
    document.title = `${t("screens.booking")} ${name} · ${account.name}`;
    return () => {
      document.title = before;
    };
  }, [name, t, account.name]);
  if (booking === undefined) return <PendingScreen title={t("screens.booking")} reads={[read]} />;
  if (booking === null) return <NotFound title={t("booking.unknown")} screen="/bookings" />;
  return (
    <div className={classes.page}>
      <PageHeader title={<BookingTitle booking={booking} />} />
      <BookingPanel key={booking.id} booking={booking} />
    </div>
  );
}
