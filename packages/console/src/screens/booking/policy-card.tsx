import { dayOf } from "../../parts/days.ts";
import type { Formats } from "../../parts/formats.ts";
import { PolicySentences } from "../../parts/policy-sentences.tsx";
import { useWords } from "../../words/words.tsx";
import type { BookingRecord } from "./booking-record.ts";
import { Card } from "./card.tsx";
import { Facts } from "./facts.tsx";

/** What was agreed on canceling, and what it would cost today (bookings.md, Cancelation policies). */
export function PolicyCard({ booking, formats }: { readonly booking: BookingRecord; readonly formats: Formats }) {
  const { words } = useWords();
  const { currency, cancelation_penalty: penalty, free_cancelation_until: free, canceled_at } = booking;
  if (!currency || penalty === undefined || booking.unavailable) return null;
  const policy = booking.rental_cancelation_policy;
  const items = policy?.rental_cancelation_policy_items ?? [];
  return (
    <Card title={words.booking.cancelation}>
      {penalty === null && <p className="hint">{words.booking.noPolicy}</p>}
      <Facts
        facts={[
          [words.booking.canceledAt, canceled_at && formats.moment(canceled_at)],
          [words.booking.reason, booking.cancelation_reason],
          [canceled_at ? words.booking.costed : words.booking.costsToday, penalty && formats.money(penalty, currency)],
          [words.booking.freeUntil, !canceled_at && free && formats.date(dayOf(free))],
        ]}
      />
      {policy?.body && <p>{policy.body}</p>}
      <PolicySentences items={items} />
      {booking.rental_agreement && (
        <details>
          <summary>{words.booking.agreement}</summary>
          <p className="notes">{booking.rental_agreement.body}</p>
        </details>
      )}
    </Card>
  );
}
