import Type from "typebox";
import type { Resource } from "../../../kernel/resource.ts";
import { type DocumentedParameters, type Route, reads, words } from "../../../kernel/route.ts";
import { payment } from "../../money/payments/payment.ts";
import { ratesTable } from "../../pricing/rates/rates-table.ts";
import { rental } from "../../property/rentals/rental.ts";
import { booking } from "../../stays/bookings/booking.ts";
import { client } from "../../stays/clients/client.ts";
import { auditEntry } from "./audit-entry.ts";
import { type historyParameters, readHistory } from "./read-history.ts";

const parameters: DocumentedParameters & Readonly<Record<(typeof historyParameters)[number], unknown>> = {
  page: { schema: Type.Integer({ minimum: 1, default: 1 }), description: "The page number, from 1." },
  per_page: {
    schema: Type.Integer({ minimum: 1, maximum: auditEntry.maxPerPage, default: auditEntry.maxPerPage }),
    description: "Entries per page.",
  },
  after: { schema: Type.String(), description: "The cursor from meta.Link.next. Takes precedence over `page`." },
};

/** The history route of a resource. */
function history(resource: Resource): Route {
  const { path, singular, name } = resource;
  return {
    method: "GET",
    path: `/${path}/:${singular}_id/history`,
    scopes: auditEntry.readScopes,
    resource,
    operation: {
      kind: "read",
      parameters,
      answers: auditEntry,
      run: (context, request) => readHistory(context, resource, request),
    },
    summary: `List the history of one or several ${words(name)}.`,
    description:
      "Every retained attribute change, oldest first: who made it, when, and the values before and after. Deleted records keep their history.",
  };
}

export const auditRoutes: readonly Route[] = [
  ...reads(auditEntry),
  ...[booking, rental, payment, ratesTable, client].map(history),
];
