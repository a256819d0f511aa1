import Type from "typebox";
import { type Route, reads } from "../../../kernel/route.ts";
import { action } from "../../../kernel/write/actions.ts";
import { createsUnder } from "../../../kernel/write/creates.ts";
import { booking } from "../../stays/bookings/booking.ts";
import { type InvoicedBooking, lockInvoicedBooking } from "./document/invoiced-booking.ts";
import { lockGuestOfInvoice } from "./guest-invoices.ts";
import { invoice } from "./invoice.ts";
import { createInvoice, requestOf } from "./issue/create-invoice.ts";
import {
  correctBody,
  correctInvoice,
  creditBody,
  creditInvoice,
  lockBookingOfInvoice,
} from "./issue/credit-invoice.ts";
import { invoicePreview, previewBody, previewInvoice } from "./issue/preview-invoice.ts";
import { sendBody, sendInvoice } from "./send-invoice.ts";

const scopes = ["payments_write"] as const;

export const invoicesRoutes: readonly Route[] = [
  ...reads(invoice),
  createsUnder<InvoicedBooking>(booking, invoice, {
    scopes,
    description:
      "Issues the next number of the year, with a PDF file in the guest's language and, for businesses, a UBL file (EN 16931). The letterhead is in the general settings. An invoice deducts the booking's deposit invoices; a booking has one invoice in force.",
    lockParent: lockInvoicedBooking,
    create: (context, _parent, draft, errors, locked) => {
      if (!locked) throw new Error("The booking of an invoice was not locked.");
      return createInvoice(context, locked, requestOf(draft, errors), errors);
    },
  }),
  action(booking, {
    on: "one",
    method: "POST",
    path: "invoice_preview",
    scopes,
    summary: "Preview an invoice of a booking.",
    description: "Takes the body of a new invoice and returns its lines, sums and PDF file. Nothing changes.",
    body: previewBody,
    computes: invoicePreview,
    run: previewInvoice,
  }),
  action(invoice, {
    on: "one",
    method: "POST",
    path: "credit",
    scopes,
    success: 201,
    summary: "Cancel an invoice with a credit note.",
    description:
      "The credit note has the invoice's lines, negated, and the next number. A deposit invoice that an invoice deducts is credited after that invoice.",
    body: creditBody,
    prepare: lockBookingOfInvoice,
    run: creditInvoice,
  }),
  action(invoice, {
    on: "one",
    method: "POST",
    path: "correct",
    scopes,
    success: 201,
    summary: "Cancel an invoice and reissue it.",
    description:
      "Issues a credit note and an invoice for the booking's current bill, or neither. Returns the new invoice.",
    body: correctBody,
    meta: { credit_note_id: Type.Integer({ description: "The credit note of the former invoice." }) },
    prepare: lockBookingOfInvoice,
    run: correctInvoice,
  }),
  action(invoice, {
    on: "one",
    method: "POST",
    path: "send",
    scopes,
    summary: "E-mail an invoice to its recipient.",
    description: "In the invoice's language, with the PDF file and the UBL file, if it has one, attached.",
    body: sendBody,
    prepare: lockGuestOfInvoice,
    run: sendInvoice,
  }),
];
