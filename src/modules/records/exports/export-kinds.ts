import type { Caller } from "../../../kernel/access/caller.ts";
import { mayAny, withWriters } from "../../../kernel/access/scopes.ts";
import { viewOf } from "../../../kernel/read/view.ts";
import type { Resource } from "../../../kernel/resource.ts";
import { invoice } from "../../money/invoices/invoice.ts";
import { payment } from "../../money/payments/payment.ts";
import { nightlyRateMap } from "../../pricing/rates/maps/nightly-rate-map.ts";
import { rental } from "../../property/rentals/rental.ts";
import { booking } from "../../stays/bookings/booking.ts";
import { client } from "../../stays/clients/client.ts";

/** The kinds of records that an export holds, in the order in which an import needs them. An import reads all but invoices. */
export const exportKinds = ["rentals", "clients", "bookings", "payments", "rates", "invoices"] as const;
export type ExportKind = (typeof exportKinds)[number];

const resources: Readonly<Record<ExportKind, Resource>> = {
  rentals: rental,
  clients: client,
  bookings: booking,
  payments: payment,
  rates: nightlyRateMap,
  invoices: invoice,
};

/** The kinds whose records a caller sees in full. An application with `_owned` scopes sees only its own. */
export function readableKinds({ scopes }: Pick<Caller, "scopes">): ExportKind[] {
  return exportKinds.filter((kind) => {
    const { readScopes } = resources[kind];
    const readers = readScopes.filter((scope) => scope !== "public");
    return mayAny(scopes, withWriters(readers)) && viewOf(resources[kind], scopes, undefined).others === undefined;
  });
}

/** Whether a text names a kind. */
export const isExportKind = (name: string): name is ExportKind => exportKinds.some((kind) => kind === name);
