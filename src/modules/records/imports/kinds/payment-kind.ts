import { invalid, RequestError } from "../../../../kernel/errors.ts";
import { type PaidBookings, paidBookings } from "../find-bookings.ts";
import { type ImportContext, operationAt, perform } from "../import-context.ts";
import { storingRoutes } from "../operations.ts";
import type { RecordKind } from "../passes/record-kind.ts";
import type { ReferencedLine } from "../passes/referenced-lines.ts";
import { type PaidBooking, paymentElement } from "./payment-element.ts";

/** The operations that record payments. */
const create = () => operationAt(storingRoutes, "POST", "/bookings/:booking_id/payments");
const update = () => operationAt(storingRoutes, "PUT", "/payments/:payment_id");

/** The payments kind: records of money that moved elsewhere. */
export function paymentKind(context: ImportContext): RecordKind {
  let bookings: PaidBookings = () => undefined;
  return {
    kind: "payments",
    async begin({ lines }) {
      const names = lines.flatMap(({ values }) => bookingName(values) ?? []);
      bookings = await paidBookings(context.write, names);
    },
    async create(line) {
      const booking = bookingOf(line, bookings);
      return createPayment(context, booking, line);
    },
    async update(line, id) {
      await updatePayment(context, id, bookingOf(line, bookings), line);
    },
    chainOf: ({ reference, values }) => bookings(bookingName(values) ?? "") ?? reference,
  };
}

/** The columns of a payment. */
export type PaymentLine = Pick<ReferencedLine, "values" | "currencies">;

/** The body that records a payment. @throws RequestError 422 for another currency than the booking's */
export function paymentBody({ write }: ImportContext, booking: PaidBooking, { values, currencies }: PaymentLine) {
  assertCurrency(currencies, booking);
  return { payments: [paymentElement(write.registry, values, booking, write.now)] };
}

/** Records a payment of a booking. @throws RequestError 422 by the names of the line's columns */
export async function createPayment(context: ImportContext, booking: PaidBooking, line: PaymentLine): Promise<number> {
  const body = paymentBody(context, booking, line);
  return perform(context, create(), { booking_id: booking.id }, body).catch(renamed);
}

/** Changes a payment that an earlier import recorded. @throws RequestError 422 by the names of the line's columns */
export async function updatePayment(
  context: ImportContext,
  id: number,
  booking: PaidBooking,
  line: PaymentLine,
): Promise<void> {
  const body = paymentBody(context, booking, line);
  await perform(context, update(), { payment_id: id }, body).catch(renamed);
}

/** Cancels a payment that an earlier import recorded. */
export async function cancelPayment({ write }: ImportContext, id: number): Promise<void> {
  const ids = new Map([["payment_id", String(id)]]);
  await operationAt(storingRoutes, "DELETE", "/payments/:payment_id").run(write, { ids, body: undefined });
}

const bookingName = ({ booking, booking_id: id }: Readonly<Record<string, unknown>>): string | undefined =>
  booking === undefined && id === undefined ? undefined : String(booking ?? `#${id}`);

function bookingOf({ values }: ReferencedLine, bookings: PaidBookings): PaidBooking {
  const name = bookingName(values);
  if (name === undefined) throw invalid({ booking: ["can't be blank"] });
  const found = bookings(name);
  if (found === "several") throw invalid({ booking: ["is the reference of several bookings: use booking_id"] });
  if (!found) throw invalid({ booking: ["must exist"] });
  return found;
}

function assertCurrency(currencies: ReferencedLine["currencies"], { currency }: PaidBooking): void {
  const wrong = [...currencies].find(([, possible]) => !possible.includes(currency));
  if (wrong)
    throw invalid({ amount: [`is in ${wrong[1].slice(0, 3).join(" or ")}, but the booking's is ${currency}`] });
}

/** An error about a payment, with its amount by its column. */
export function asPaymentError(error: unknown): unknown {
  if (!(error instanceof RequestError) || !error.messages) return error;
  const { amount_in_cents: amount, ...others } = error.messages;
  const inCurrency = (reason: string): string =>
    reason === "must be an integer" ? "must be an amount with the decimals of its currency" : reason;
  return invalid(amount ? { ...others, amount: amount.map(inCurrency) } : others);
}

function renamed(error: unknown): never {
  throw asPaymentError(error);
}
