import { useRef } from "react";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { InvoicesCard } from "../invoices/invoices-card.tsx";
import classes from "./booking.module.css";
import { Head } from "./booking-head.tsx";
import { CommentsCard } from "./comments-card.tsx";
import { GuestCard } from "./guest-card.tsx";
import { HistoryCard } from "./history-card.tsx";
import { HostReviewCard } from "./host-reviews/host-review-card.tsx";
import { MessagesCard } from "./messages-card.tsx";
import { PaymentsCard } from "./payments-card.tsx";
import { PlannedCard } from "./planned/planned-card.tsx";
import { PolicyCard } from "./policy-card.tsx";
import { PortalCard } from "./portal-card.tsx";
import { PriceCard } from "./price-card.tsx";
import { ReviewsCard } from "./reviews-card.tsx";
import { StayCard } from "./stay-card.tsx";
import { TasksCard } from "./tasks-card.tsx";

/** The rental and the booking's reference, as a heading. */
export function BookingTitle({ booking: { rental, reference } }: { readonly booking: BookingRecord }) {
  const { t } = useI18n();
  return (
    <>
      {rental?.name ?? t("screens.booking")} <small>{reference}</small>
    </>
  );
}

/** All of a booking: its next step, price, payments, guest and history. The same in the drawer and on the booking's page. */
export function BookingPanel({ booking }: { readonly booking: BookingRecord }) {
  const formats = useFormats();
  const panel = useRef<HTMLDivElement>(null);
  const shown = { booking, formats };
  const reply = () => panel.current?.querySelector<HTMLElement>("[data-reply]")?.focus();
  return (
    <div ref={panel} className={classes.booking}>
      <Head {...shown} reply={reply} />
      <div className={classes.cards}>
        <div>
          <PriceCard {...shown} />
          <PaymentsCard {...shown} />
          <InvoicesCard {...shown} />
          <PolicyCard {...shown} />
        </div>
        <div>
          <StayCard {...shown} />
          <GuestCard booking={booking} />
          <TasksCard {...shown} />
          <PortalCard {...shown} />
          <CommentsCard {...shown} />
          <MessagesCard {...shown} />
          <PlannedCard {...shown} />
        </div>
        <div className={classes.wide}>
          <ReviewsCard {...shown} />
          <HostReviewCard {...shown} />
          <HistoryCard {...shown} />
        </div>
      </div>
    </div>
  );
}
