import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { depositOf } from "../../components/bookings/holds/deposit.ts";
import { dayOf, todayAt } from "../../components/days.ts";
import { isUnanswered } from "../inbox/conversations.ts";
import { useConversationsOf } from "./conversations.ts";
import { type NextStep, nextStepOf } from "./next-step.ts";
import { isOpen, useReviewsOf } from "./reviews.ts";
import { isChangeable } from "./stay-actions.tsx";

/** The person's next step for a booking; undefined if there is none, or if it is another role's. */
export function useNextStep(booking: BookingRecord): NextStep | undefined {
  const { may } = useSession();
  const deposit = depositOf(booking);
  const read = useConversationsOf(booking);
  const conversations = read.data ?? [];
  const reviews = useReviewsOf(booking.id).data ?? [];
  if (booking.unavailable || !isChangeable(booking)) return undefined;
  const hosts = conversations.flatMap(({ participants = [] }) =>
    participants.filter(({ member_type }) => member_type === "Host"),
  );
  const written = hosts.map(({ last_message_sent_at: sent }) => (sent ? Date.parse(sent) : 0));
  const takesMoney = may("payments_write");
  const step = nextStepOf({
    isHold: booking.status === "Tentative",
    today: todayAt(booking.rental?.time_zone ?? "UTC"),
    arrival: dayOf(booking.start_at),
    departure: dayOf(booking.end_at),
    deposit: takesMoney ? (deposit?.amount ?? 0) : 0,
    left: takesMoney ? Number(booking.payment_left_to_collect ?? 0) : 0,
    hasEmail: may("inbox_write") && (booking.client?.emails ?? []).length > 0,
    unanswered: may("inbox_write") ? conversations.find(isUnanswered)?.id : undefined,
    written: Math.max(0, ...written),
    isReviewed: reviews.some(isOpen),
  });
  // Unread messages could make every other step wrong.
  const isSure = step?.kind === "confirm" ? may("bookings_write") : read.data !== undefined || !read.isEnabled;
  return isSure ? step : undefined;
}
