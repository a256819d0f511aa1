import type { Client, RecordOf } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useSession } from "../../app/session.tsx";
import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import { textOf, todayHere } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { guestsOf, nameOf, useConversations } from "../inbox/conversations.ts";
import { Section } from "./section.tsx";

/** Reviews older than this many days are not worth an answer. */
const lookbackDays = 60;

/** Conversations in which a guest wrote last. */
export function Unanswered({ formats }: { readonly formats: Formats }) {
  const { t } = useI18n();
  const { data, error } = useConversations({ shown: "unanswered", step: 0, hosts: undefined });
  const to = { to: "/inbox", search: { shown: "unanswered" } } as const;
  return (
    <Section title={t("today.unanswered")} to={to} entries={data} error={error}>
      {(conversation) => (
        <li key={conversation.id}>
          <Link to="/inbox" search={{ shown: "unanswered", conversation: conversation.id }}>
            {guestsOf(conversation)
              .map(({ member }) => nameOf(member))
              .filter(Boolean)
              .join(", ") || t("stay.guest")}
          </Link>
          <span>{conversation.last_message_at && formats.moment(conversation.last_message_at)}</span>
        </li>
      )}
    </Section>
  );
}

/** Reviews without a reply that are not dismissed. */
export function ReviewsToAnswer({ rentalOf }: { readonly rentalOf: (id: number) => string | undefined }) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { data, error } = useQuery({
    queryKey: [account.id, "reviews", "unanswered"],
    queryFn: ({ signal }) => readReviews(client, signal),
  });
  return (
    <Section title={t("today.reviews")} entries={data} error={error}>
      {({ id, links, name, rating, title, comment }) => (
        <li key={id}>
          {links.booking == null ? (
            <b>{rentalOf(links.rental)}</b>
          ) : (
            <BookingLink id={links.booking}>{rentalOf(links.rental) ?? name}</BookingLink>
          )}
          <span className="excerpt">{[name, title ?? comment].filter(Boolean).join(": ")}</span>
          <em>{rating && t("today.rated", { rating })}</em>
        </li>
      )}
    </Section>
  );
}

async function readReviews(client: Client, signal: AbortSignal): Promise<RecordOf<"/reviews">[]> {
  const query = { updated_since: `${textOf(todayHere() - lookbackDays)}T00:00:00Z` };
  const found: RecordOf<"/reviews">[] = [];
  for await (const review of client.records("/reviews", { params: { query }, signal }))
    if (review.links.reply === null && review.dismissed_at === null) found.push(review);
  return found;
}
