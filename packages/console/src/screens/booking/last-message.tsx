import { Link } from "@tanstack/react-router";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./booking.module.css";
import { useConversationsOf } from "./conversations.ts";

/** The last message in the conversation that an answer continues. */
export function LastMessage({ booking }: { readonly booking: BookingRecord }) {
  const { t } = useI18n();
  const formats = useFormats();
  const conversations = useConversationsOf(booking).data ?? [];
  const newest = conversations.toSorted((one, other) => other.id - one.id)[0];
  const last = newest?.messages
    ?.filter(({ visibility }) => visibility === "external")
    .toSorted((one, other) => Date.parse(other.sent_at) - Date.parse(one.sent_at))[0];
  if (!newest || !last) return null;
  return (
    <blockquote className={classes.lastMessage}>
      <p>{last.content}</p>
      <small>
        {formats.moment(last.sent_at, booking.rental?.time_zone)} ·{" "}
        <Link to="/inbox" search={{ conversation: newest.id }}>
          {t("booking.conversation")}
        </Link>
      </small>
    </blockquote>
  );
}
