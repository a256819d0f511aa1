import { Button } from "@mantine/core";
import type { Client, RecordOf } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MessageCircle, Star } from "lucide-react";
import { useSession } from "../../app/session.tsx";
import { BookingLink, useOpenBooking } from "../../components/bookings/panel/booking-link.tsx";
import { textOf, todayHere } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { guestsOf, nameOf, useConversations } from "../inbox/conversations.ts";
import { Line } from "./line.tsx";
import { Section } from "./section.tsx";

/** Reviews older than this many days are not worth an answer. */
const lookbackDays = 60;

/** Conversations in which a guest wrote last. */
export function Unanswered({ formats }: { readonly formats: Formats }) {
  const { t } = useI18n();
  const { may } = useSession();
  const read = useConversations({ shown: "unanswered", step: 0, hosts: undefined });
  const to = { to: "/inbox", search: { shown: "unanswered" } } as const;
  return (
    <Section title={t("today.unanswered")} icon={MessageCircle} to={to} entries={read.data} reads={[read]}>
      {(conversation) => {
        const { id, last_message_at: last } = conversation;
        const names = guestsOf(conversation).map(({ member }) => nameOf(member));
        const guest = names.filter(Boolean).join(", ") || t("stay.guest");
        const search = { shown: "unanswered", conversation: id } as const;
        return (
          <Line
            key={id}
            title={
              <Link to="/inbox" search={search}>
                {guest}
              </Link>
            }
            about={last && formats.moment(last)}
          >
            {may("inbox_write") && (
              <Button
                size="xs"
                variant="default"
                aria-label={`${t("booking.next.answer")}: ${guest}`}
                renderRoot={(props) => <Link {...props} to="/inbox" search={search} />}
              >
                {t("booking.next.answer")}
              </Button>
            )}
          </Line>
        );
      }}
    </Section>
  );
}

/** Reviews without a reply that are not dismissed. The panel of their stay has the form to reply. */
export function ReviewsToAnswer({ rentalOf }: { readonly rentalOf: (id: number) => string | undefined }) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const openBooking = useOpenBooking();
  const read = useQuery({
    queryKey: [account.id, "reviews", "unanswered"],
    queryFn: ({ signal }) => readReviews(client, signal),
  });
  return (
    <Section title={t("today.reviews")} icon={Star} entries={read.data} reads={[read]}>
      {({ id, links: { rental, booking }, name, rating, title, comment }) => (
        <Line
          key={id}
          title={
            booking == null ? (
              <b>{rentalOf(rental)}</b>
            ) : (
              <BookingLink id={booking}>{rentalOf(rental) ?? name}</BookingLink>
            )
          }
          about={[name, title ?? comment].filter(Boolean).join(": ")}
          detail={rating && t("today.rated", { rating })}
        >
          {booking != null && (
            <Button size="xs" variant="default" onClick={() => openBooking(booking)}>
              {t("today.reply")}
            </Button>
          )}
        </Line>
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
