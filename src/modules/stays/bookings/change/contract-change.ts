import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../../kernel/write/store.ts";
import { booking } from "../booking.ts";
import { timeColumn } from "../booking-columns.ts";
import type { Stay } from "../stay.ts";
import { rentalReading } from "../stay-moment.ts";

const { attributes } = booking;
const { start_at, end_at } = attributes;

/** The contract's attributes, apart from its times: a change of one outdates an earlier agreement. */
const contractAttributes = [
  attributes.adults,
  attributes.children,
  attributes.initial_price,
  attributes.final_price,
  attributes.discount,
  attributes.currency,
  attributes.downpayment,
  attributes.damage_deposit,
] as const;

/**
 * The time of a contract's last change, if a write changes the contract. A date that means the stored time changes nothing.
 * @param computed prices of the write in hundredths, and whether it moves the rental or replaces the bill
 */
export function contractColumns(
  { now }: Pick<WriteContext, "now">,
  draft: Draft,
  stay: Stay,
  computed: { readonly initialPrice?: number | null; readonly finalPrice?: number | null; readonly isNew?: boolean },
): ServerSetColumns {
  const isChanged =
    computed.isNew === true ||
    changesTimes(draft, stay) ||
    contractAttributes.some((attribute) => draft.changes<unknown>(attribute)) ||
    isOther(draft.stored(attributes.initial_price), computed.initialPrice) ||
    isOther(draft.stored(attributes.final_price), computed.finalPrice);
  return isChanged ? { contract_updated_at: timeColumn(now) } : {};
}

function changesTimes(draft: Draft, { startAt, endAt }: Stay): boolean {
  const [start, end] = [draft.stored(start_at), draft.stored(end_at)];
  // Stored moments are readings of the rental's clock, in any zone.
  return !start || !end || rentalReading(start, "UTC") !== startAt || rentalReading(end, "UTC") !== endAt;
}

const isOther = (stored: number | null | undefined, computed: number | null | undefined): boolean =>
  computed !== undefined && computed !== (stored ?? null);
