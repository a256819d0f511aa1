import type { Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PropsWithChildren } from "react";
import { useSession } from "../../app/session.tsx";
import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import { dayOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import type { Translate } from "../../i18n/translate.ts";
import { type Conversation, guestsOf } from "./conversations.ts";
import { DisconnectStay } from "./disconnect-stay.tsx";
import classes from "./inbox.module.css";

interface StayPanelProps {
  readonly conversation: Conversation;
  readonly formats: Formats;
}

/** The conversation's stays and guests. */
export function StayPanel({ conversation, formats }: StayPanelProps) {
  const { t } = useI18n();
  const { client, account, may } = useSession();
  const { bookings: ids = [] } = conversation.links;
  const canRead = may("bookings_read");
  const stays = useQuery({
    queryKey: [account.id, "bookings", "of-conversation", ids],
    queryFn: async ({ signal }) => {
      const params = {
        path: { booking_id: ids },
        query: { include_canceled: true, include: ["rental"] },
      };
      return (await client.GET("/bookings/{booking_id}", { params, signal })).data.bookings;
    },
    enabled: canRead && ids.length > 0,
  });
  return (
    <aside className={classes.stays} aria-label={t("conversation.stays")}>
      <h2>{t("conversation.stays")}</h2>
      {canRead && ids.length > 0 && !stays.data && <Pending reads={[stays]} />}
      {ids.length === 0 && <p className="hint">{t("conversation.noStay")}</p>}
      {stays.data?.map((stay) => (
        <StayCard key={stay.id} stay={stay} formats={formats}>
          <DisconnectStay conversation={conversation.id} stay={stay} />
        </StayCard>
      ))}
      <Guests conversation={conversation} />
    </aside>
  );
}

interface StayCardProps {
  readonly stay: Resource<"bookings">;
  readonly formats: Formats;
}

function StayCard({ stay, formats, children }: PropsWithChildren<StayCardProps>) {
  const { t } = useI18n();
  const [arrival, departure] = [dayOf(stay.start_at), dayOf(stay.end_at)];
  const { currency, final_price, payment_left_to_collect } = stay;
  const state = stay.canceled_at ? t("conversation.status.canceled") : stateOf(stay.status, t);
  const facts: readonly (readonly [string, string | null])[] = [
    [t("stay.arrival"), formats.date(arrival)],
    [t("stay.departure"), formats.date(departure)],
    [t("stay.nights"), String(departure - arrival)],
    [t("book.adults"), stay.adults ? String(stay.adults) : null],
    [t("book.children"), stay.children ? String(stay.children) : null],
    [t("stay.price"), final_price && currency ? formats.money(final_price, currency) : null],
    [
      t("stay.open"),
      Number(payment_left_to_collect) > 0 && payment_left_to_collect && currency
        ? formats.money(payment_left_to_collect, currency)
        : null,
    ],
  ];
  return (
    <article>
      <h3>
        <BookingLink id={stay.id}>{stay.rental?.name ?? stay.reference}</BookingLink>
      </h3>
      <p className="hint">
        {stay.reference} · {state}
      </p>
      <dl>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {children}
    </article>
  );
}

function stateOf(status: string, t: Translate): string {
  if (status === "Booked") return t("conversation.status.booked");
  return status === "Tentative" ? t("conversation.status.tentative") : t("conversation.status.unavailable");
}

function Guests({ conversation }: { readonly conversation: Conversation }) {
  const { t } = useI18n();
  const { may } = useSession();
  const guests = guestsOf(conversation).flatMap(({ member }) => (member && "fullname" in member ? [member] : []));
  if (guests.length === 0) return null;
  return (
    <>
      <h2>{t("conversation.guests")}</h2>
      {guests.map(({ id, fullname, emails, phones }) => (
        <article key={id}>
          <h3>
            {fullname !== null && may("clients_write") ? (
              <Link to="/guests" search={{ guest: id }}>
                {fullname}
              </Link>
            ) : (
              (fullname ?? t("inbox.erased"))
            )}
          </h3>
          <ul className={classes.contacts}>
            {emails.map(({ id: detail, email }) => (
              <li key={detail}>
                <a href={`mailto:${email}`}>{email}</a>
              </li>
            ))}
            {phones.map(({ id: detail, number }) => (
              <li key={detail}>
                <a href={`tel:${number}`}>{number}</a>
              </li>
            ))}
          </ul>
        </article>
      ))}
    </>
  );
}
