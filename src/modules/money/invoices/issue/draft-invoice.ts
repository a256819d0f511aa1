import { languageOf } from "@roost/messages/languages.ts";
import { formatDay } from "../../../../core/day.ts";
import { formatHundredths } from "../../../../core/hundredths.ts";
import { type BilledTax, billToLines, untaxed, withinTolerance } from "../../../../core/invoices/bill-to-lines.ts";
import { depositLines } from "../../../../core/invoices/deposit-lines.ts";
import { categorized, type InvoiceLine, negated, totalsOf, vatGroups } from "../../../../core/invoices/invoice-line.ts";
import { isVatNumber } from "../../../../core/invoices/vat-number.ts";
import { bookingReference } from "../../../../core/reference.ts";
import { minorUnit } from "../../../../core/rounding.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { BuyerInput } from "../document/buyer-input.ts";
import { type LiveInvoice, liveInvoices, referenceTo } from "../document/earlier-invoices.ts";
import { type InvoiceDocument, isBusiness } from "../document/invoice-document.ts";
import type { InvoicedBooking } from "../document/invoiced-booking.ts";
import { readBill } from "../document/read-bill.ts";
import { readBuyer } from "../document/read-buyer.ts";
import { type Letterhead, missingFor, missingForUbl, readLetterhead } from "../document/read-seller.ts";

/** The requested invoice. */
export interface InvoiceRequest {
  readonly kind: "invoice" | "deposit";
  /** Hundredths: of a deposit, or of a canceled booking's fee. Undefined: the booking's. */
  readonly amount: number | undefined;
  readonly locale: string | undefined;
  readonly buyer: BuyerInput;
  /** Whether to make a UBL file; undefined: for a business, where the letterhead allows it. */
  readonly electronic: boolean | undefined;
  readonly notes: string | null;
}

/** A document without its number and day, which the issue gives it. */
export type UnnumberedDocument = Omit<InvoiceDocument, "number" | "issued_on">;

/** An invoice to issue. */
export interface DraftInvoice {
  readonly document: UnnumberedDocument;
  readonly letterhead: Letterhead;
  readonly electronic: boolean;
}

/**
 * Composes an invoice from the booking's bill, the guest and the letterhead. Lock the booking first.
 * @param today an epoch day in the account's time zone
 * @returns undefined after adding problems to `errors`
 */
export async function draftInvoice(
  context: WriteContext,
  booking: InvoicedBooking,
  request: InvoiceRequest,
  today: number,
  errors: ValidationErrors,
): Promise<DraftInvoice | undefined> {
  const letterhead = await readLetterhead(context);
  const { buyer, locale: guestLocale } = await readBuyer(context, booking.client, request.buyer);
  const earlier = await liveInvoices(context, booking.id);
  const locale = request.locale ?? guestLocale;
  checkLetterhead(letterhead, errors);
  checkBooking(booking, request, earlier, errors);
  if (buyer.name === null && buyer.company === null) errors.add("buyer", "needs a name or a company");
  if (Object.keys(errors.byAttribute).length > 0) return undefined;
  const { lines: bare, contained } = await linesOf(context, booking, { ...request, locale, earlier }, errors);
  const lines = categorized(bare, isVatNumber(letterhead.seller.vat_number));
  const totals = totalsOf(lines);
  const deposits = earlier.filter(({ kind }) => kind === "deposit");
  const shown = deposits.reduce((sum, { document }) => sum + document.totals.gross, 0);
  if (totals.gross < 0) errors.add("base", "the deposit invoices exceed the price: credit them first");
  const electronic = checkElectronic({ letterhead, buyer, lines, requested: request.electronic }, errors);
  if (Object.keys(errors.byAttribute).length > 0) return undefined;
  const document: UnnumberedDocument = {
    kind: request.kind,
    due_on: formatDay(request.kind === "deposit" ? today : Math.max(today, booking.balanceDueOn ?? today)),
    locale,
    currency: booking.currency,
    seller: letterhead.seller,
    buyer,
    stay: {
      reference: bookingReference(booking.id),
      rental: booking.rental,
      address: booking.address,
      arrival: formatDay(booking.arrival),
      departure: formatDay(booking.departure),
    },
    lines,
    vat: vatGroups(lines),
    contained: contained.map(({ name, rate, amount }) => ({ name, rate, amount })),
    totals,
    paid: Math.max(0, Math.min(totals.gross, booking.paid - shown)),
    references: request.kind === "invoice" ? deposits.map(referenceTo) : [],
    notes: request.notes,
  };
  return { document, letterhead, electronic };
}

function checkLetterhead({ seller }: Letterhead, errors: ValidationErrors): void {
  const missing = missingFor(seller);
  if (missing.length > 0)
    errors.add("base", `the letterhead is incomplete: set ${missing.join(", ")} in the general settings`);
}

function checkBooking(
  booking: InvoicedBooking,
  { kind, amount }: InvoiceRequest,
  earlier: readonly LiveInvoice[],
  errors: ValidationErrors,
): void {
  if (booking.isBlock) errors.add("base", "the booking only blocks nights: there is nothing to invoice");
  const final = earlier.find((invoice) => invoice.kind === "invoice");
  if (final) errors.add("base", `the booking has the invoice ${final.document.number}: credit or correct it first`);
  if (booking.isCanceled && kind === "deposit") errors.add("kind", "cannot be deposit: the booking is canceled");
  if (booking.isCanceled && kind === "invoice" && !amount)
    errors.add("amount", "can't be blank: the booking is canceled. Send what the cancelation costs");
  if (!booking.isCanceled && kind === "invoice" && amount !== undefined)
    errors.add("amount", "must be blank: an invoice always covers the booking's final_price");
  if (!booking.isCanceled && !booking.isBlock && !booking.finalPrice) errors.add("base", "the booking has no price");
  if (amount !== undefined && amount % minorUnit(booking.currency) !== 0)
    errors.add("amount", `has more decimals than ${booking.currency} has`);
}

type LinesRequest = InvoiceRequest & { readonly locale: string; readonly earlier: readonly LiveInvoice[] };

async function linesOf(
  context: WriteContext,
  booking: InvoicedBooking,
  { kind, amount, locale, earlier }: LinesRequest,
  errors: ValidationErrors,
): Promise<{ lines: readonly InvoiceLine[]; contained: readonly BilledTax[] }> {
  const deposits = earlier.filter((invoice) => invoice.kind === "deposit");
  const deducted = deposits.flatMap(({ document: { lines, number } }) =>
    negated(lines).map((line): InvoiceLine => ({ ...line, kind: "deposit", name: number })),
  );
  if (booking.isCanceled) return { lines: [untaxed("cancelation", null, amount ?? 0), ...deducted], contained: [] };
  const bill = billToLines(await readBill(context, booking, languageOf(locale) ?? "en"));
  if (kind === "invoice") {
    const lines = withinTolerance([...bill.lines, ...deducted], minorUnit(booking.currency));
    return { lines, contained: bill.contained };
  }
  const open = totalsOf([...bill.lines, ...deducted]).gross;
  const requested = amount ?? booking.downpayment ?? 0;
  if (requested <= 0) errors.add("amount", "can't be blank: the booking has no downpayment");
  else if (requested > open)
    errors.add("amount", `must be less than or equal to ${formatHundredths(open)}, the part without an invoice`);
  const lines = requested > 0 && requested <= open ? depositLines(bill.lines, requested, booking.currency) : [];
  return { lines, contained: [] };
}

interface ElectronicRequest {
  readonly letterhead: Letterhead;
  readonly buyer: InvoiceDocument["buyer"];
  readonly lines: readonly InvoiceLine[];
  readonly requested: boolean | undefined;
}

/** Whether the invoice gets a UBL file. Only an explicit request is refused for missing data. */
function checkElectronic(
  { letterhead, buyer, lines, requested }: ElectronicRequest,
  errors: ValidationErrors,
): boolean {
  const isTaxed = lines.some(({ category }) => category !== "O");
  const missing = missingForUbl(letterhead.seller, isTaxed);
  const isFit = missing.length === 0 && buyer.country_code !== null;
  if (requested === undefined) return isBusiness(buyer) && isFit;
  if (requested && missing.length > 0)
    errors.add("electronic", `needs ${missing.join(", ")} of the business in the general settings`);
  if (requested && buyer.country_code === null) errors.add("electronic", "needs the buyer's country_code");
  return requested;
}
