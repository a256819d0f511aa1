import type { RecordOf } from "@roost/client";
import { Link } from "@tanstack/react-router";
import { useSession } from "../../app/session.tsx";
import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import { dayOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./guest.module.css";
import { useConversationsOf, useStaysOf } from "./guests.ts";

/** A guest's stays and conversations. */
export function GuestHistory({ guest, formats }: { readonly guest: number; readonly formats: Formats }) {
  const { t } = useI18n();
  const { may } = useSession();
  const stays = useStaysOf(guest);
  const conversations = useConversationsOf(guest);
  return (
    <>
      <section className={classes.card}>
        <h3>
          {t("guests.stays")}
          {stays.data && <span className={classes.total}>{totalsOf(stays.data, formats)}</span>}
        </h3>
        {!stays.data && <Pending reads={[stays]} />}
        {stays.data?.length === 0 && <p className={classes.hint}>{t("guests.noStays")}</p>}
        <ul className={classes.history}>
          {stays.data?.map(({ id, reference, rental, start_at, end_at, canceled_at, final_price, currency }) => (
            <li key={id}>
              <BookingLink id={id}>{`${reference} · ${rental?.name ?? ""}`}</BookingLink>
              <span>
                {`${formats.date(dayOf(start_at))} – ${formats.date(dayOf(end_at))}`}
                {canceled_at !== null && ` · ${t("guests.canceled")}`}
              </span>
              <em>{final_price && currency ? formats.money(final_price, currency) : null}</em>
            </li>
          ))}
        </ul>
      </section>
      {may("inbox_read") && (
        <section className={classes.card}>
          <h3>{t("guests.conversations")}</h3>
          {!conversations.data && <Pending reads={[conversations]} />}
          {conversations.data?.length === 0 && <p className={classes.hint}>{t("guests.noConversations")}</p>}
          <ul className={classes.history}>
            {conversations.data?.map(({ id, subject, last_message_at }) => (
              <li key={id}>
                <Link to="/inbox" search={{ conversation: id }}>
                  {subject ?? t("inbox.noSubject")}
                </Link>
                <span>{last_message_at === null ? "" : formats.moment(last_message_at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The cost of the stays that took place or will take place, by currency. */
function totalsOf(stays: readonly RecordOf<"/bookings">[], formats: Formats): string {
  const totals = new Map<string, number>();
  for (const { canceled_at, final_price, currency } of stays)
    if (canceled_at === null && final_price && currency)
      totals.set(currency, (totals.get(currency) ?? 0) + Number(final_price));
  return [...totals].map(([currency, total]) => formats.money(total, currency)).join(" + ");
}
