import { Link } from "@tanstack/react-router";
import { useSession } from "../../app/session.tsx";
import { dayOf } from "../../components/days.ts";
import { Failure } from "../../components/failure.tsx";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useConversationsOf, useStaysOf } from "./guests.ts";

/** A guest's stays and conversations. */
export function GuestHistory({ guest, formats }: { readonly guest: number; readonly formats: Formats }) {
  const { t } = useI18n();
  const { may } = useSession();
  const stays = useStaysOf(guest);
  const conversations = useConversationsOf(guest);
  return (
    <>
      <h3>{t("guests.stays")}</h3>
      {stays.error && <Failure error={stays.error} reset={() => void stays.refetch()} />}
      {stays.data?.length === 0 && <p className="hint">{t("guests.noStays")}</p>}
      <ul className="history">
        {stays.data?.map(({ id, reference, rental, start_at, end_at, canceled_at, final_price, currency }) => (
          <li key={id}>
            <a href={`/console/bookings/${id}`}>{`${reference} · ${rental?.name ?? ""}`}</a>
            <span>
              {`${formats.date(dayOf(start_at))} – ${formats.date(dayOf(end_at))}`}
              {canceled_at !== null && ` · ${t("guests.canceled")}`}
            </span>
            <em>{final_price && currency ? formats.money(final_price, currency) : null}</em>
          </li>
        ))}
      </ul>
      {may("inbox_read") && (
        <>
          <h3>{t("guests.conversations")}</h3>
          {conversations.error && <Failure error={conversations.error} reset={() => void conversations.refetch()} />}
          {conversations.data?.length === 0 && <p className="hint">{t("guests.noConversations")}</p>}
          <ul className="history">
            {conversations.data?.map(({ id, subject, last_message_at }) => (
              <li key={id}>
                <Link to="/inbox" search={{ conversation: id }}>
                  {subject ?? t("inbox.noSubject")}
                </Link>
                <span>{last_message_at === null ? "" : formats.moment(last_message_at)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
