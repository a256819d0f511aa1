import { Link } from "@tanstack/react-router";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./booking.module.css";
import { Card } from "./card.tsx";
import { useConversationsOf } from "./conversations.ts";

/** The conversations about a booking, and their attachments. */
export function MessagesCard({ booking, formats }: { readonly booking: BookingRecord; readonly formats: Formats }) {
  const { t } = useI18n();
  const { may } = useSession();
  const ids = booking.links.conversations;
  const isShown = ids !== undefined && may("inbox_read");
  const conversations = useConversationsOf(booking);
  if (!isShown || booking.unavailable) return null;
  const files = (conversations.data ?? []).flatMap(({ messages }) =>
    (messages ?? []).flatMap(({ attachments }) => attachments ?? []),
  );
  return (
    <Card title={t("booking.messages")}>
      {ids.length > 0 && !conversations.data && <Pending reads={[conversations]} />}
      {ids.length === 0 && <p className="hint">{t("booking.noMessages")}</p>}
      <ul className={classes.entries}>
        {conversations.data?.map(({ id, subject, last_message_at: last }) => (
          <li key={id}>
            <Link to="/inbox" search={{ conversation: id }}>
              {subject || t("booking.conversation")}
            </Link>
            <small>{last && formats.moment(last, booking.rental?.time_zone)}</small>
          </li>
        ))}
      </ul>
      {files.length > 0 && (
        <>
          <h3>{t("booking.documents")}</h3>
          <ul className={classes.entries}>
            {files.map(({ id, name, url }) => (
              <li key={id}>{url ? <a href={url}>{name ?? url}</a> : name}</li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
