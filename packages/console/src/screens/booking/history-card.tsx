import { useSession } from "../../app/session.tsx";
import { actorName } from "../../components/actor-name.ts";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { ChangeList } from "../../components/change-list.tsx";
import type { Formats } from "../../components/formats.ts";
import { Pending } from "../../components/pending.tsx";
import { useSources } from "../../components/sources.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useRentals } from "../calendar/rentals.ts";
import classes from "./booking.module.css";
import { Card } from "./card.tsx";
import { type Entry, useHistory } from "./history.ts";

/** Attributes derived from others, which are not worth showing. */
const silent = new Set([
  ...["created_at", "updated_at", "contract_updated_at", "booked_at", "final_rental_price", "initial_rental_price"],
  ...["balance_due_at", "free_cancelation_until", "paid_or_authorized_amount", "payment_left_to_collect"],
]);

/** The booking's changes and their actors, newest first (events.md, Audit). */
export function HistoryCard({ booking, formats }: { readonly booking: BookingRecord; readonly formats: Formats }) {
  const { t } = useI18n();
  const { may } = useSession();
  const history = useHistory(booking.id);
  if (!may("audit_read")) return null;
  return (
    <Card title={t("booking.history")}>
      {!history.data && <Pending reads={[history]} />}
      {history.data?.length === 0 && <p className="hint">{t("booking.noHistory")}</p>}
      <ol className={classes.entries}>
        {history.data?.map((entry) => (
          <HistoryEntry key={entry.id} {...{ entry, booking, formats }} />
        ))}
      </ol>
    </Card>
  );
}

interface HistoryEntryProps {
  readonly entry: Entry;
  readonly booking: BookingRecord;
  readonly formats: Formats;
}

function HistoryEntry({ entry, booking, formats }: HistoryEntryProps) {
  const { t } = useI18n();
  const nameOf = useNames(booking);
  const who = actorName(entry.actor, t);
  const isNew = entry.type === "booking.created";
  return (
    <li>
      <strong>
        {t.find(`booking.happened.${entry.type.replaceAll(".", "_")}`) ?? entry.type.replaceAll(/[._]/g, " ")}
      </strong>
      <small>
        {formats.moment(entry.occurred_at, booking.rental?.time_zone)} · {who}
      </small>
      {!isNew && (
        <ChangeList
          changes={entry.changes}
          currency={booking.currency}
          excluded={silent}
          timeZone={booking.rental?.time_zone}
          {...{ formats, nameOf }}
        />
      )}
    </li>
  );
}

/** Names the rentals, channels and guest that a history refers to by their ids. */
function useNames({ client }: BookingRecord) {
  const rentals = useRentals();
  const sources = useSources();
  return (attribute: string, value: unknown): string | undefined => {
    const id = Number(value);
    if (attribute === "rental_id") return rentals.data?.find((rental) => rental.id === id)?.name;
    if (attribute === "source_id") return sources.data?.get(id);
    return attribute === "client_id" && client?.id === id ? (client.fullname ?? undefined) : undefined;
  };
}
