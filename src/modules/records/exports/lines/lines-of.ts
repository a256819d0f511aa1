import type { ExportKind } from "../export-kinds.ts";
import { bookingLines } from "./booking-lines.ts";
import { clientLines } from "./client-lines.ts";
import { invoiceLines } from "./invoice-lines.ts";
import type { ExportScope, LineSource } from "./line-source.ts";
import { paymentLines } from "./payment-lines.ts";
import { rateLines } from "./rate-lines.ts";
import { bookingReferences } from "./reference.ts";
import { rentalLines } from "./rental-lines.ts";

/** The lines of some kinds. */
export async function linesOf(
  scope: Omit<ExportScope, "locales">,
  kinds: readonly ExportKind[],
): Promise<LineSource[]> {
  const { database } = scope.snapshot;
  const found = await database.row<{ selected_locales: string[] }>(
    "select selected_locales from accounts where id = $1",
    [scope.account],
  );
  const all = { ...scope, locales: found?.selected_locales ?? [] };
  const referenceOf = await bookingReferences(database, scope.account);
  const sources: Readonly<Record<ExportKind, () => Promise<LineSource>>> = {
    rentals: () => rentalLines(all),
    clients: () => clientLines(all),
    bookings: () => bookingLines(all, referenceOf),
    payments: () => paymentLines(all, referenceOf),
    rates: () => rateLines(all),
    invoices: () => invoiceLines(all, referenceOf),
  };
  return Promise.all(kinds.map((kind) => sources[kind]()));
}
