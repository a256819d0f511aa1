import { bookingReference } from "../../../core/reference.ts";
import { forbidden, notFound, RequestError, type ValidationErrors } from "../../../kernel/errors.ts";
import { jsonBody } from "../../../kernel/request-body.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { readBody } from "../../../kernel/write/input/read-body.ts";
import { insertRecords } from "../../../kernel/write/store.ts";
import { booking } from "../../stays/bookings/booking.ts";
import { lockPaidStays, type PaidStay } from "../../stays/bookings/change/paid-stays.ts";
import { checkPayment } from "./check-payment.ts";
import { isPaidInstantBooking } from "./create-payment.ts";
import { describePayment } from "./describe-payment.ts";
import { updateAllPaidSums } from "./paid-sums.ts";
import { payment } from "./payment.ts";
import { assertOwn, initialLock } from "./payment-lock.ts";
import { assignAll } from "./perform/stored-payment.ts";

/** The body of a payment that records moved money, for a booking that this transaction has stored. */
export interface PaymentRecord {
  readonly booking: number;
  readonly body: unknown;
  /** Whether the booking was stored with its paid amount (`WriteContext.paidBefore`). */
  readonly isStored: boolean;
}

/** A record that passed its checks. */
interface CheckedRecord {
  readonly stay: PaidStay;
  readonly draft: Draft;
}

const body = jsonBody(payment);
const { attributes } = payment;

/**
 * Records payments of different bookings by a few statements for all of them, with the checks of one payment (bookings.md, Payments).
 * Refused records do not keep the others from being stored.
 * @returns for each record its payment's id, or why it was refused
 */
export async function recordPayments(
  context: WriteContext,
  records: readonly PaymentRecord[],
): Promise<(number | RequestError)[]> {
  const stays = await lockPaidStays(
    context,
    records.map(({ booking }) => booking),
  );
  const checked: (CheckedRecord | RequestError)[] = [];
  for (const record of records)
    checked.push(await checkRecord(context, unpaidStay(stays.get(record.booking), record), record).catch(asRefusal));
  const passed = checked.flatMap((one) => (one instanceof RequestError ? [] : [one]));
  const ids = await storeAll(context, passed);
  const idOf = new Map(passed.map((one, index) => [one, ids[index]]));
  return checked.map((one) => (one instanceof RequestError ? one : (idOf.get(one) ?? missingId())));
}

/** The stay before its record is added. */
const unpaidStay = (stay: PaidStay | undefined, { isStored }: PaymentRecord): PaidStay | undefined =>
  stay && isStored ? { ...stay, paidAmount: 0 } : stay;

async function checkRecord(
  context: WriteContext,
  stay: PaidStay | undefined,
  record: PaymentRecord,
): Promise<CheckedRecord> {
  if (!stay) throw notFound();
  if (stay.createdBy.type === "Booking")
    throw forbidden(
      `This booking is a mirror of ${bookingReference(stay.createdBy.id)}. Pay for that booking instead.`,
    );
  assertOwn(context, stay);
  const { draft, errors } = await readBody(context, body, record.body, { resource: booking, id: record.booking });
  await assertRecord(context, draft, errors, stay);
  return { stay, draft };
}

async function assertRecord(context: WriteContext, draft: Draft, errors: ValidationErrors, stay: PaidStay) {
  const isOrder = await checkPayment(context, { draft, errors }, stay);
  errors.throwIfAny();
  if (isOrder || isPaidInstantBooking(draft)) throw new Error("Only records of moved money are stored together.");
}

async function storeAll(context: WriteContext, records: readonly CheckedRecord[]): Promise<number[]> {
  if (records.length === 0) return [];
  const serverSet = (stay: PaidStay) => ({
    created_by_application_id: context.caller.application,
    ordered: false,
    description: describePayment(stay),
    locked: initialLock(context.caller),
  });
  const ids = await insertRecords(
    context,
    records.map(({ draft, stay }) => ({ draft, serverSet: serverSet(stay) })),
  );
  await assignAll(
    context,
    records.map(({ draft, stay }, index) => ({
      id: ids[index] ?? missingId(),
      amount_in_cents: draft.input(attributes.amount_in_cents) ?? 0,
      currency: stay.currency,
      booking: stay.id,
    })),
  );
  await updateAllPaidSums(
    context,
    records.map(({ stay }) => stay),
  );
  return ids;
}

function missingId(): never {
  throw new Error("A recorded payment has no id.");
}

/** @throws any other error */
function asRefusal(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  throw error;
}
