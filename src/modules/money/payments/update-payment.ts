import { invalid, type ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { updateRecord } from "../../../kernel/write/store.ts";
import { type BookingToPay, bookPaidStay } from "../../stays/bookings/change/paid-booking.ts";
import { checkPayment, checkWords } from "./check-payment.ts";
import { isPaidInstantBooking } from "./create-payment.ts";
import { updatePaidSums } from "./paid-sums.ts";
import { payment } from "./payment.ts";
import { assertUnlocked } from "./payment-lock.ts";
import { lockWithBooking } from "./perform/stored-payment.ts";
import { returnedAmounts } from "./refund-payment.ts";

const { attributes, relations } = payment;

/** Part of the gateway transaction: writes cannot change these. */
const settled = [
  attributes.amount_in_cents,
  attributes.currency,
  attributes.kind,
  attributes.gateway_type,
  attributes.gateway_name,
  attributes.transaction_id,
  attributes.card,
  attributes.credit_card_token,
  attributes.paid_at,
  attributes.authorized_at,
  attributes.capturable_from,
] as const;

/**
 * Changes a payment and the booking's paid sums. Orders and refunds can change only attributes outside the gateway transaction.
 * @throws RequestError 422 with every problem, 403 when another application holds the lock
 */
export async function updatePayment(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const locked = await lockWithBooking(context, id);
  if (!locked) throw new Error(`Payment ${id} disappeared while locked.`);
  assertUnlocked(context.caller, locked.payment.locked);
  const isRecord = !locked.payment.ordered && locked.payment.refunded_payment_id === null;
  if (isRecord) await checkRecord(context, id, { draft, errors }, locked.booking);
  else checkSettled(context, { draft, errors });
  errors.throwIfAny();
  const books =
    isRecord && isPaidInstantBooking(draft) && (draft.changes(attributes.paid_at) || draft.changes(attributes.kind));
  const problem = books ? await bookPaidStay(context, locked.booking, context.now) : undefined;
  if (problem !== undefined) throw invalid({ base: [problem] });
  await updateRecord(context, id, draft);
  if (isRecord && draft.changes(attributes.amount_in_cents)) await changeLine(context, id);
  await updatePaidSums(context, locked.booking);
}

interface Checked {
  readonly draft: Draft;
  readonly errors: ValidationErrors;
}

async function checkRecord(context: WriteContext, id: number, checked: Checked, booking: BookingToPay): Promise<void> {
  const { draft, errors } = checked;
  const { refunded } = await returnedAmounts(context, id);
  if ((draft.value(attributes.amount_in_cents) ?? 0) < refunded)
    errors.add("amount_in_cents", `must be greater than or equal to ${refunded}, the amount already refunded`);
  if (refunded > 0 && typeof draft.value(attributes.paid_at) !== "number" && !errors.has("paid_at"))
    errors.add("paid_at", "can't be blank, because part of the payment was refunded");
  const isOrder = await checkPayment(context, checked, booking);
  if (isOrder) errors.add("base", "cannot become an order. Create another payment");
}

function checkSettled(context: WriteContext, checked: Checked): void {
  checkWords(context, checked);
  const { draft, errors } = checked;
  const { written } = relations.payment_gateway;
  const names = new Map(Object.entries(attributes).map(([name, attribute]) => [attribute, name]));
  const refuse = (name: string): void => errors.add(name, "cannot be changed on an order or refund");
  for (const attribute of settled) if (draft.changes<unknown>(attribute)) refuse(names.get(attribute) ?? "base");
  if (written && draft.changes(written.attribute)) refuse(written.name);
}

/** The booking's line always carries the whole payment. */
async function changeLine({ transaction, account }: WriteContext, id: number): Promise<void> {
  await transaction.run(
    `update bookings_payments set amount_in_cents = payments.amount_in_cents, updated_at = statement_timestamp()
     from payments where payments.account_id = $1 and payments.id = $2
       and bookings_payments.account_id = $1 and bookings_payments.payment_id = $2`,
    [account.id, id],
  );
}
