import { formatDay } from "../../../../core/day.ts";
import { largestHundredths, parseHundredths } from "../../../../core/hundredths.ts";
import { dayIn } from "../../../../core/time-zone.ts";
import { invalid, RequestError } from "../../../../kernel/errors.ts";
import { parseInstantOrDay } from "../../../../kernel/values/time.ts";
import { type PaymentRecord, recordPayments } from "../../../money/payments/record-payments.ts";
import type { ImportContext } from "../import-context.ts";
import { digestOfLine, findImported, type ImportedRecord, saveImported } from "../imported-records.ts";
import type { Batch } from "../passes/record-kind.ts";
import type { ReferencedLine } from "../passes/referenced-lines.ts";
import type { Problems } from "../problems.ts";
import { instantOf } from "./booking-element.ts";
import type { PaidBooking } from "./payment-element.ts";
import { asPaymentError, cancelPayment, type PaymentLine, paymentBody, updatePayment } from "./payment-kind.ts";

/** The payment columns of a booking's line, by the payment's columns. */
const columns = { amount: "paid_amount", paid_at: "paid_at", kind: "payment_method" } as const;

/** The reference of a booking's payment among imported payments. */
const referenceOf = ({ reference, payment }: ReferencedLine): string =>
  payment === undefined ? `booking ${reference}` : `payment ${payment} of booking ${reference}`;

/** New payments that are recorded at a time: few statements for many, and a short wait for the lines after them. */
const batchSize = 100;

/** A payment of a line, to be recorded with others. */
interface WaitingPayment extends PaymentRecord {
  readonly line: number;
  readonly reference: string;
  readonly digest: string;
}

/** The payments in bookings' lines, by `paid_amount`: one per line, which the next import recognizes. */
export class BookingPayments {
  private readonly context: ImportContext;
  private readonly problems: Problems;
  private before: Batch["before"] = new Map();
  private canceled: ReadonlySet<number> = new Set();
  private paidAt: ReadonlyMap<number, number> = new Map();
  private counts: ReadonlyMap<string, number> = new Map();
  private recorded: ImportedRecord[] = [];
  private waiting: WaitingPayment[] = [];

  constructor(context: ImportContext, problems: Problems) {
    this.context = context;
    this.problems = problems;
  }

  private get now(): string {
    return new Date(this.context.write.now).toISOString();
  }

  /** Begins a batch: finds the payments that earlier imports recorded. */
  async begin(lines: readonly ReferencedLine[]): Promise<void> {
    const paid = lines.filter(({ values }) => values.paid_amount !== undefined);
    const { transaction, account } = this.context.write;
    this.before = await findImported(this.context.write, "payments", paid.map(referenceOf));
    const stored = await transaction.rows<{ id: number; paid: number | null; canceled: boolean }>(
      `select id, (extract(epoch from paid_at) * 1000)::bigint as paid, canceled_at is not null as canceled
       from payments where account_id = $1 and id = any ($2::bigint[])`,
      [account.id, [...this.before.values()].map(({ id }) => id)],
    );
    this.canceled = new Set(stored.flatMap(({ id, canceled }) => (canceled ? [id] : [])));
    this.paidAt = new Map(stored.flatMap(({ id, paid }) => (paid === null ? [] : [[id, paid] as const])));
    if (this.context.mapping.payment_lines) this.counts = await countPayments(this.context, lines);
  }

  /**
   * Refuses a booking whose payments an export of another time would replace, and its total with them.
   * @throws RequestError 422 by the names of the line's columns
   */
  assertWhole({ reference, shared }: ReferencedLine): void {
    if ((this.counts.get(reference) ?? 0) > (shared?.lines ?? 1))
      throw invalid({ external_reference: [`has more payments from an earlier file: ${wholeFile}`] });
  }

  /** The amount paid by a new booking's line, in hundredths; undefined if there is no payment to record. */
  paidBy(line: ReferencedLine): number | undefined {
    const { values } = line;
    if (values.paid_amount === undefined || this.before.has(referenceOf(line))) return undefined;
    const paid = parseHundredths(String(values.paid_amount));
    return paid !== undefined && paid > 0 && paid <= largestHundredths ? paid : undefined;
  }

  /**
   * Corrects the payment of a booking's line, cancels it if nothing is paid any more, or notes a new one to record with others. A canceled
   * payment stays so: another amount is a new one.
   * @param choices.madeAt the time of a payment without one: when the line says that the booking was made, or else now
   * @param choices.isNew whether the booking was stored with its line's payment (`paidBy`)
   * @returns whether the payment is new or changed
   * @throws RequestError 422 by the names of the line's columns
   */
  async record(
    written: ReferencedLine,
    booking: PaidBooking,
    { madeAt, isNew }: { readonly madeAt: string | undefined; readonly isNew: boolean },
  ): Promise<boolean> {
    const { line, values, currencies } = written;
    const amount = values.paid_amount;
    const reference = referenceOf(written);
    const before = this.before.get(reference);
    if (amount === undefined || (Number(amount) === 0 && !before)) return false;
    const paidAt = values.paid_at ?? madeAt;
    const own = {
      amount,
      // A payment that an earlier import recorded keeps its time.
      ...(paidAt === undefined ? {} : { paid_at: paidAt }),
      ...(values.payment_method === undefined ? {} : { kind: values.payment_method }),
    };
    const sign = currencies.get("paid_amount");
    const payment = { values: own, currencies: new Map(sign ? [["amount", sign] as const] : []) };
    const imported = { reference, digest: digestOfLine(own) };
    if (before?.digest === imported.digest) return false;
    const isZero = Number(amount) === 0;
    if (before) this.assertSameDay(before.id, booking, paidAt);
    if (before && (isZero || !this.canceled.has(before.id))) {
      const correction = isZero
        ? cancelPayment(this.context, before.id)
        : updatePayment(this.context, before.id, booking, payment);
      await correction.catch((error: unknown) => {
        throw asLineError(error);
      });
      this.recorded.push({ ...imported, id: before.id });
      return true;
    }
    // Payments that are recorded together are of different bookings.
    if (this.waiting.some((other) => other.booking === booking.id)) await this.flush();
    this.waiting.push({
      ...imported,
      line,
      booking: booking.id,
      body: this.bodyOf(booking, { ...payment, values: { paid_at: this.now, ...own } }),
      isStored: isNew && this.paidBy(written) !== undefined,
    });
    if (this.waiting.length >= batchSize) await this.flush();
    return true;
  }

  /** Each line of a booking is a payment by its number: one of another day is another payment. */
  private assertSameDay(id: number, { timeZone }: PaidBooking, paidAt: unknown): void {
    const before = this.paidAt.get(id);
    if (!this.context.mapping.payment_lines || before === undefined || paidAt === undefined) return;
    const at = parseInstantOrDay(String(instantOf(paidAt, { timeZone, now: this.context.write.now })));
    if (at !== undefined && dayIn(timeZone, at) !== dayIn(timeZone, before))
      throw invalid({
        paid_at: [
          `is another payment than that of ${formatDay(dayIn(timeZone, before))} in an earlier file: ${wholeFile}`,
        ],
      });
  }

  /** Ends a batch: records the payments that wait, and saves all for the next import to find. */
  async finish(): Promise<void> {
    await this.flush();
    const { recorded } = this;
    this.recorded = [];
    if (this.problems.count === 0) await saveImported(this.context.write, "payments", recorded);
  }

  /** Records the payments that wait, and reports the refused ones by their lines. */
  private async flush(): Promise<void> {
    const batch = this.waiting;
    this.waiting = [];
    const results = await recordPayments(this.context.write, batch);
    for (const [index, { line, reference, digest }] of batch.entries()) {
      const result = results[index];
      if (typeof result === "number") this.recorded.push({ reference, id: result, digest });
      else this.problems.addRefusal(line, asLineError(result));
    }
  }

  /** @throws RequestError 422 by the names of the line's columns */
  private bodyOf(booking: PaidBooking, payment: PaymentLine): unknown {
    try {
      return paymentBody(this.context, booking, payment);
    } catch (error) {
      throw asLineError(error);
    }
  }
}

const wholeFile = "import one file with all payments of the booking";

/** The payments of bookings that earlier imports recorded by their lines, by the bookings' references. */
async function countPayments(
  { write: { transaction, account } }: ImportContext,
  lines: readonly ReferencedLine[],
): Promise<Map<string, number>> {
  const rows = await transaction.rows<{ reference: string; count: number }>(
    `select bookings.external_reference as reference, count(*)::integer as count
     from imported_records as bookings
     join bookings_payments on bookings_payments.account_id = $1 and bookings_payments.booking_id = bookings.record_id
     join payments on payments.account_id = $1 and payments.id = bookings_payments.payment_id and payments.canceled_at is null
     join imported_records as paid on paid.account_id = $1 and paid.kind = 'payments' and paid.record_id = payments.id
       and right(paid.external_reference, length(bookings.external_reference) + 8) = 'booking ' || bookings.external_reference
     where bookings.account_id = $1 and bookings.kind = 'bookings' and bookings.external_reference = any ($2::text[])
     group by bookings.external_reference`,
    [account.id, lines.map(({ reference }) => reference)],
  );
  return new Map(rows.map(({ reference, count }) => [reference, count]));
}

/** An error about a payment, by the names of the line's columns. */
function asLineError(error: unknown): unknown {
  const found = asPaymentError(error);
  if (!(found instanceof RequestError) || !found.messages) return found;
  const names: Readonly<Record<string, string>> = columns;
  return invalid(
    Object.fromEntries(
      Object.entries(found.messages).map(([name, reasons]) => [names[name] ?? "paid_amount", reasons]),
    ),
  );
}
