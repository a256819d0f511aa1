import { invalid, RequestError } from "../../../../kernel/errors.ts";
import type { ImportContext } from "../import-context.ts";
import type { ReferencedLine } from "../import-records.ts";
import {
  digestOfLine,
  findImported,
  type ImportedBefore,
  type ImportedRecord,
  saveImported,
} from "../imported-records.ts";
import type { PaidBooking } from "./payment-element.ts";
import { createPayment, updatePayment } from "./payment-kind.ts";

/** The columns of a booking's line that tell its payment, by the payment's columns. */
const columns = { amount: "paid_amount", paid_at: "paid_at", kind: "payment_method" } as const;

/** The reference of a booking's payment among imported payments. */
const referenceOf = (booking: string): string => `booking ${booking}`;

/** The payments that bookings' lines tell by `paid_amount`: one a booking, known again by the next import. */
export class BookingPayments {
  private readonly context: ImportContext;
  private readonly before: ReadonlyMap<string, ImportedBefore>;
  private readonly recorded: ImportedRecord[] = [];

  private constructor(context: ImportContext, before: ReadonlyMap<string, ImportedBefore>) {
    this.context = context;
    this.before = before;
  }

  static async of(context: ImportContext, lines: readonly ReferencedLine[]): Promise<BookingPayments> {
    const paid = lines.filter(({ values }) => values.paid_amount !== undefined);
    const references = paid.map(({ reference }) => referenceOf(reference));
    return new BookingPayments(context, await findImported(context.write, "payments", references));
  }

  /**
   * Records or corrects the payment of a booking's line. Without a time, it was paid when the booking was made.
   * @throws RequestError 422 by the names of the line's columns
   */
  async record({ values, currencies, reference }: ReferencedLine, booking: PaidBooking, madeAt: string): Promise<void> {
    const amount = values.paid_amount;
    const before = this.before.get(referenceOf(reference));
    if (amount === undefined || (Number(amount) === 0 && !before)) return;
    const own = {
      amount,
      paid_at: values.paid_at ?? madeAt,
      ...(values.payment_method === undefined ? {} : { kind: values.payment_method }),
    };
    const sign = currencies.get("paid_amount");
    const line = { values: own, currencies: new Map(sign ? [["amount", sign] as const] : []) };
    const id = await (before
      ? updatePayment(this.context, before.id, booking, line).then(() => before.id)
      : createPayment(this.context, booking, line)
    ).catch(renamed);
    this.recorded.push({ reference: referenceOf(reference), id, digest: digestOfLine(own) });
  }

  /** Saves the payments for the next import to find. */
  save(): Promise<void> {
    return saveImported(this.context.write, "payments", this.recorded);
  }
}

function renamed(error: unknown): never {
  if (!(error instanceof RequestError) || !error.messages) throw error;
  const names: Readonly<Record<string, string>> = columns;
  throw invalid(
    Object.fromEntries(
      Object.entries(error.messages).map(([name, reasons]) => [names[name] ?? "paid_amount", reasons]),
    ),
  );
}
