import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { dayOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { PolicySentences } from "../../components/policy-sentences.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./booking.module.css";
import { Card } from "./card.tsx";
import { Facts } from "./facts.tsx";
import { OwnAgreement } from "./own-agreement.tsx";

/** The agreed cancelation policy, and what canceling would cost today (bookings.md, Cancelation policies). */
export function PolicyCard({ booking, formats }: { readonly booking: BookingRecord; readonly formats: Formats }) {
  const { t } = useI18n();
  const { currency, cancelation_penalty: penalty, free_cancelation_until: free, canceled_at } = booking;
  if (!currency || penalty === undefined || booking.unavailable) return null;
  const policy = booking.rental_cancelation_policy;
  const items = policy?.rental_cancelation_policy_items ?? [];
  return (
    <Card title={t("booking.cancelation")}>
      {penalty === null && <p className="hint">{t("booking.noPolicy")}</p>}
      <Facts
        facts={[
          [t("booking.canceledAt"), canceled_at && formats.moment(canceled_at, booking.rental?.time_zone)],
          [t("booking.reason"), booking.cancelation_reason],
          [canceled_at ? t("booking.costed") : t("booking.costsToday"), penalty && formats.money(penalty, currency)],
          [t("booking.freeUntil"), !canceled_at && free && formats.date(dayOf(free))],
        ]}
      />
      {policy?.body && <p>{policy.body}</p>}
      <PolicySentences items={items} />
      {booking.rental_agreement && (
        <details>
          <summary>{t("booking.agreement")}</summary>
          <p className={classes.notes}>{booking.rental_agreement.body}</p>
        </details>
      )}
      <OwnAgreement booking={booking} />
    </Card>
  );
}
