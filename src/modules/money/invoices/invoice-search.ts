import { currencySet } from "../../../core/currencies.ts";
import {
  booleanParameter,
  closedList,
  endParameter,
  idList,
  textParameter,
  timeParameter,
  wordList,
} from "../../../kernel/search.ts";

/** SQL: no credit note cancels the invoice. */
const inForce = `(invoices.kind <> 'credit_note' and not exists (select from invoices as credits
  where credits.account_id = :account_of(invoices) and credits.credited_invoice_id = invoices.id))`;

/** Filters for a list of invoices. */
export const invoiceSearch = {
  booking_id: idList({
    condition: "invoices.booking_id = any(:booking_id)",
    description: "Comma-separated booking ids.",
  }),
  kind: wordList(["invoice", "deposit", "credit_note"], {
    condition: "invoices.kind = any(:kind)",
    description: "Comma-separated kinds: invoice, deposit, credit_note.",
  }),
  currency: closedList(currencySet, {
    condition: "invoices.currency = any(:currency)",
    description: "Comma-separated currencies.",
  }),
  in_force: booleanParameter({
    condition: `:in_force = ${inForce}`,
    description: "true: invoices that no credit note cancels. false: the others, and credit notes.",
  }),
  from: timeParameter({
    condition: "invoices.issued_on >= (:from)::date",
    description: "Invoices issued on this day or later.",
  }),
  until: endParameter({
    condition: "invoices.issued_on < (:until)::date",
    description: "Invoices issued up to this day.",
  }),
  query: textParameter({
    condition: `(position(lower(:query) in lower(invoices.number)) > 0
      or position(lower(:query) in lower(concat_ws(' ', invoices.buyer ->> 'name', invoices.buyer ->> 'company'))) > 0)`,
    scopes: ["payments_read", "payments_write"],
    description: "A part of the number or of the recipient's name.",
  }),
};
