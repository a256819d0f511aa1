import { regionalLocale } from "@roost/messages/languages.ts";
import type { TranslateServer } from "@roost/messages/server-messages.ts";
import { bookingReference } from "../../../core/reference.ts";
import { minorUnit } from "../../../core/rounding.ts";
import type { Bill } from "../../../modules/money/payments/payment-page.ts";
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";
import { dayInWords, dayText } from "./moments.ts";
import { speechIn } from "./speech.ts";

/** The bogus gateway's test cards, for guests of the demo. */
const testCards: Readonly<Record<string, string>> = {
  tok_visa: "Visa ending in 4242 (succeeds)",
  tok_mastercard: "Mastercard ending in 4444 (succeeds)",
  tok_declined: "Visa ending in 0002 (declined)",
  tok_insufficient_funds: "Visa ending in 9995 (insufficient funds)",
};

/** Whether a form's value is one of the test cards. */
export function isTestCard(text: string): boolean {
  return Object.hasOwn(testCards, text);
}

/** Seconds between reloads while a payment is in progress. */
const shortRefresh = 3;
const longRefresh = 15;

/** A booking's bill with the payment form, in the bill's language. */
export function payPage(bill: Bill): string {
  const speech = speechIn(bill.language);
  const { t } = speech;
  const title = t("pages.pay.booking", { reference: bookingReference(bill.booking) });
  const refresh =
    bill.last?.state === "under way" ? shortRefresh : bill.last?.state === "at the gateway" ? longRefresh : undefined;
  const body = html`<section class="card">
<p class="eyebrow">${title} · ${bill.host}</p>
<h1>${bill.rental}</h1>
<p class="lead">${dayInWords(bill.startAt, bill.language)} ${t("pages.pay.until")} ${dayInWords(bill.endAt, bill.language)}</p>
${noticeOf(bill, t)}
<dl class="bill">
${bill.lines.map(({ kind, name, amount }) => line(name ?? t(`pages.pay.lines.${kind}`), amount, bill))}
${bill.total === null ? undefined : line(t("pages.pay.total"), bill.total, bill, "sum")}
${bill.paid === 0 ? undefined : line(t("pages.pay.paid"), bill.paid, bill)}
${bill.authorized === 0 ? undefined : line(t("pages.pay.authorized"), bill.authorized, bill)}
${bill.total === null ? undefined : line(t("pages.pay.left"), leftOf(bill), bill, "sum")}
${isInParts(bill) ? parts(bill, t) : undefined}
</dl>
${isPayable(bill) ? form(bill, t) : undefined}
</section>`;
  return page({ title, body, narrow: true, refresh, speech });
}

/** In hundredths. Nothing is due for a canceled booking. */
const leftOf = (bill: Bill): number => (bill.canceledAt === null ? inHundredths(bill.toPay, bill) : 0);

/** Whether only a part of what is left is due now. */
const isInParts = (bill: Bill): boolean => isPayable(bill) && bill.dueNow < bill.toPay;

const inHundredths = (minorUnits: number, { currency }: Bill): number => minorUnits * minorUnit(currency);

/** The two parts of the schedule that are open. */
function parts(bill: Bill, t: TranslateServer): Html {
  const rest = inHundredths(bill.toPay - bill.dueNow, bill);
  const day = dayText(bill.balanceDueAt ?? bill.startAt, bill.language);
  return html`${line(t("pages.pay.dueNow"), inHundredths(bill.dueNow, bill), bill)}
${line(t("pages.pay.dueBy", { day }), rest, bill)}`;
}

function isPayable({ canceledAt, toPay, gateway, last }: Bill): boolean {
  return canceledAt === null && toPay > 0 && gateway !== undefined && last?.state !== "under way";
}

function noticeOf(bill: Bill, t: TranslateServer): Html | undefined {
  const { canceledAt, isTentative, toPay, total, paid, gateway, last } = bill;
  if (last?.state === "under way") return notice(t("pages.pay.underWay"));
  if (canceledAt !== null) {
    const returned = last?.state === "refunded" ? ` ${t("pages.pay.refunded")}` : "";
    return warning(
      `${isTentative ? t("pages.pay.expired") : t("pages.pay.canceled")} ${t("pages.pay.nothingToPay")}${returned}`,
    );
  }
  if (total !== null && toPay === 0)
    return notice(paid < total ? t("pages.pay.allAuthorized") : t("pages.pay.allPaid"), "good");
  switch (last?.state) {
    case "at the gateway":
      return notice(t("pages.pay.waiting"));
    case "rejected":
      return warning(t("pages.pay.refused"), bill, t);
    case "refunded":
      return notice(t("pages.pay.refunded"));
    case "paid":
      return notice(t("pages.pay.received"), "good");
    default:
      return gateway === undefined ? notice(t("pages.pay.noGateway")) : undefined;
  }
}

const notice = (words: string, kind?: "good"): Html =>
  html`<p class="notice${kind === undefined ? "" : ` ${kind}`}" role="status">${words}</p>`;

/** An error notice. The gateway's reason is in English. */
function warning(words: string, bill?: Bill, t?: TranslateServer): Html {
  const reason = bill?.last?.reason;
  const explanation =
    t && reason ? html` <span lang="en">${sentence(reason)}</span> ${t("pages.pay.notCharged")}` : undefined;
  return html`<p class="notice bad" role="alert">${words}${explanation}</p>`;
}

/** As a sentence: capitalized, with a full stop. */
function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
}

function form(bill: Bill, t: TranslateServer): Html {
  const words = (minorUnits: number): string =>
    t("pages.pay.pay", { amount: money(inHundredths(minorUnits, bill), bill) });
  const whole = isInParts(bill)
    ? html` <button class="button" type="submit" name="amount" value="all">${words(bill.toPay)}</button>`
    : undefined;
  const button = html`<div class="actions"><button class="button primary" type="submit">${words(bill.dueNow)}</button>${whole}</div>`;
  if (bill.gateway?.name !== "bogus")
    return html`<form class="fields" method="post">
${button}
<p class="fine">${t("pages.pay.atGateway")}</p>
</form>`;
  const options = Object.entries(testCards).map(
    ([token, card]) => html`<option value="${token}" lang="en">${card}</option>`,
  );
  return html`<form class="fields" method="post">
<div class="field"><label for="card">${t("pages.pay.testCard")}</label><select id="card" name="card">${options}</select></div>
${button}
</form>`;
}

function line(name: string, amount: number, bill: Bill, kind?: "sum"): Html {
  return html`<div${kind === undefined ? undefined : html` class="${kind}"`}><dt>${name}</dt> <dd>${money(amount, bill)}</dd></div>
`;
}

/** @param amount hundredths */
function money(amount: number, { currency, language }: Bill): string {
  return new Intl.NumberFormat(regionalLocale(language), { style: "currency", currency }).format(amount / 100);
}
