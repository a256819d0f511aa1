import { minorUnit } from "../../../core/rounding.ts";
import { bookingReference } from "../../../core/reference.ts";
import type { Bill } from "../../../modules/payments/payment-page.ts";
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";
import { dayInWords } from "./moments.ts";

/** The cards of the bogus gateway, as a guest of the demo chooses among them. */
const testCards: Readonly<Record<string, string>> = {
  tok_visa: "Visa ending in 4242: it pays",
  tok_mastercard: "Mastercard ending in 4444: it pays",
  tok_declined: "Visa ending in 0002: it is declined",
  tok_insufficient_funds: "Visa ending in 9995: it has no funds",
};

/** Whether a text of a form is one of the cards of the page. */
export function isTestCard(text: string): boolean {
  return Object.hasOwn(testCards, text);
}

/** Seconds between two looks while something is under way. */
const soon = 3;
const later = 15;

/** The bill of a booking, and what the guest can do about it. */
export function payPage(bill: Bill): string {
  const refresh = bill.last?.state === "under way" ? soon : bill.last?.state === "at the gateway" ? later : undefined;
  const body = html`<section class="card">
<p class="eyebrow">Booking ${bookingReference(bill.booking)}</p>
<h1>${bill.rental}</h1>
<p class="lead">${dayInWords(bill.startAt)} to ${dayInWords(bill.endAt)}</p>
${noticeOf(bill)}
<dl class="facts">
${bill.lines.map(({ name, amount }) => fact(name, amount, bill))}
${bill.total === null ? undefined : fact("Total", bill.total, bill)}
${bill.paid === 0 ? undefined : fact("Paid", bill.paid, bill)}
${bill.authorized === 0 ? undefined : fact("Set aside on your card", bill.authorized, bill)}
${bill.total === null ? undefined : fact("Left to pay", bill.toPay * minorUnit(bill.currency), bill)}
</dl>
${isPayable(bill) ? form(bill) : undefined}
</section>`;
  return page({ title: `Booking ${bookingReference(bill.booking)}`, body, narrow: true, refresh });
}

function isPayable({ canceledAt, toPay, gateway, last }: Bill): boolean {
  return canceledAt === null && toPay > 0 && gateway !== undefined && last?.state !== "under way";
}

function noticeOf({ canceledAt, isTentative, toPay, total, gateway, last }: Bill): Html | undefined {
  if (last?.state === "under way")
    return html`<p class="notice" role="status">Your payment is being processed. This page shows how it ends.</p>`;
  if (canceledAt !== null) {
    const words = isTentative ? "This offer has expired." : "This booking has been canceled.";
    return html`<p class="notice bad" role="alert">${words} Nothing can be paid for it.</p>`;
  }
  if (total !== null && toPay === 0)
    return html`<p class="notice good" role="status">Everything is paid. Thank you!</p>`;
  if (last?.state === "at the gateway")
    return html`<p class="notice" role="status">We wait for the payment service to confirm your payment. If you have left its page without paying, you can go on.</p>`;
  if (last?.state === "rejected")
    return html`<p class="notice bad" role="alert">Your payment was refused: ${last.reason ?? "the card was not accepted"} Nothing was taken.</p>`;
  if (last?.state === "paid") return html`<p class="notice good" role="status">Your payment has been received.</p>`;
  if (gateway === undefined)
    return html`<p class="notice" role="status">This booking cannot be paid here. Please ask your host.</p>`;
  return undefined;
}

function form(bill: Bill): Html {
  const button = html`<div class="actions"><button class="button primary" type="submit">Pay ${money(bill.toPay * minorUnit(bill.currency), bill)}</button></div>`;
  if (bill.gateway?.name !== "bogus") return html`<form method="post">${button}</form>`;
  const options = Object.entries(testCards).map(([token, words]) => html`<option value="${token}">${words}</option>`);
  return html`<form method="post">
<div class="field"><label for="card">Card for trying out: no money moves</label><select id="card" name="card">${options}</select></div>
${button}
</form>`;
}

function fact(name: string, amount: number, bill: Bill): Html {
  return html`<dt>${name}</dt><dd>${money(amount, bill)}</dd>`;
}

/** @param amount hundredths */
function money(amount: number, { currency }: Bill): string {
  return new Intl.NumberFormat("en-GB", { style: "currency", currency }).format(amount / 100);
}
