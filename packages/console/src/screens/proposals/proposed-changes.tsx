import { ChangeList } from "../../components/change-list.tsx";
import type { Formats } from "../../components/formats.ts";
import type { Proposal } from "../../components/proposals.ts";
import { useSources } from "../../components/sources.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useRentals } from "../calendar/rentals.ts";
import { thingOf } from "../settings/audit/things.ts";

type Changes = NonNullable<Proposal["changes"]>[number];

/** Attributes left out: they follow from others, or only name records. */
const silent = new Set([
  ...["id", "created_at", "updated_at", "contract_updated_at", "account_id", "booking_id", "client_id", "source_id"],
  ...["final_rental_price", "initial_rental_price", "paid_or_authorized_amount", "payment_left_to_collect"],
  ...["authorized_amount", "paid_amount", "bookings_payments_count", "review_requests_count", "created_by_id"],
  ...["created_by_type", "charge_damage_deposit_on_arrival", "canceled_at", "conversation_id", "sender_id", "sent_at"],
  ...["origin", "visibility", "read_at", "last_message_sent_at", "member_id", "member_type", "content", "final_price"],
  ...["initial_price", "cancelation_message_to_guest", "currency", "booked", "unavailable", "firstname", "lastname"],
]);

interface ProposedChangesProps {
  readonly changes: readonly Changes[];
  readonly currency: string | undefined;
  readonly formats: Formats;
}

/** The changes that a proposal would make, record by record. */
export function ProposedChanges({ changes, currency, formats }: ProposedChangesProps) {
  const { t } = useI18n();
  const rentals = useRentals();
  const sources = useSources();
  const nameOf = (attribute: string, value: unknown): string | undefined => {
    if (attribute === "rental_id") return rentals.data?.find(({ id }) => id === Number(value))?.name;
    return attribute === "source_id" ? sources.data?.get(Number(value)) : undefined;
  };
  const shown = changes.filter(({ resource }) => resource !== "participants" && resource !== "conversations");
  return shown.map((change, index) => {
    const thing = t.find(`audit.things.${thingOf(change.resource)}`) ?? t("audit.things.other");
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a proposal's changes never change, and new records have no id.
      <div key={index}>
        <strong>{t.find(`proposals.did.${change.operation}`, { thing }) ?? thing}</strong>
        <ChangeList
          changes={inOrder(change)}
          excluded={silent}
          isNew={change.operation === "created"}
          {...{ currency, formats, nameOf }}
        />
      </div>
    );
  });
}

/** The attributes that a person looks for first. */
const leading = ["rental_id", "start_at", "end_at", "start_date", "end_date", "adults", "children"];

/** The changes in the order in which a person reads them. */
function inOrder({ changes }: Changes): Changes["changes"] {
  const rank = (name: string): number => (leading.includes(name) ? leading.indexOf(name) : leading.length);
  return Object.fromEntries(Object.entries(changes).toSorted(([one], [other]) => rank(one) - rank(other)));
}
