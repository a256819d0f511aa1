import type { TranslateServer } from "@roost/messages/server-messages.ts";
import { bookingReference } from "../../../core/reference.ts";
import type { Bill } from "../../../modules/money/payments/payment-page.ts";
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";
import { dayInWords } from "./moments.ts";
import { billList, inHundredths, isInParts, isPayable } from "./pay-bill.ts";
import { depositCard } from "./pay-deposit.ts";
import { billNotice } from "./pay-notice.ts";
import { money, testCardField } from "./pay-parts.ts";
import { speechIn } from "./speech.ts";

/** Seconds between reloads while a payment is in progress. */
const shortRefresh = 3;
const longRefresh = 15;

/**
 * A booking's bill with the payment form, in the bill's language.
 * @param portalPath the guest's portal
 * @param isChanged the guest pressed a button with another amount
 */
export function payPage(bill: Bill, portalPath: string, isChanged = false): string {
  const speech = speechIn(bill.language);
  const { t } = speech;
  const title = t("pages.pay.booking", { reference: bookingReference(bill.booking) });
  const body = html`<section class="card">
<p class="eyebrow">${title} · ${bill.host}</p>
<h1>${bill.rental}</h1>
<p class="lead">${dayInWords(bill.startAt, bill.language)} ${t("pages.pay.until")} ${dayInWords(bill.endAt, bill.language)}</p>
${billNotice(bill, t, isChanged)}
${billList(bill, t)}
${payForm(bill, t)}
</section>
${bill.deposit && bill.canceledAt === null ? depositCard(bill, bill.deposit, t) : undefined}
<div class="actions"><a class="button quiet" href="${portalPath}">${t("pages.portal.open")}</a></div>`;
  return page({ title, body, narrow: true, refresh: refreshSeconds(bill), speech });
}

/** Seconds until the page looks again while a payment is in progress; undefined if there is nothing to wait for. */
export function refreshSeconds({ last, deposit }: Bill): number | undefined {
  if (last?.state === "under way" || deposit?.state === "authorizing") return shortRefresh;
  return last?.state === "at the gateway" || deposit?.isAtGateway === true ? longRefresh : undefined;
}

/** The form that pays; undefined when nothing can be paid now. */
export const payForm = (bill: Bill, t: TranslateServer): Html | undefined =>
  isPayable(bill) ? form(bill, t) : undefined;

function form(bill: Bill, t: TranslateServer): Html {
  const words = (minorUnits: number): string =>
    t("pages.pay.pay", { amount: money(inHundredths(minorUnits, bill), bill) });
  const whole = isInParts(bill)
    ? html` <button class="button" type="submit" name="amount" value="all">${words(bill.toPay)}</button>`
    : undefined;
  const button = html`<input type="hidden" name="shown-due" value="${bill.dueNow}"><input type="hidden" name="shown-all" value="${bill.toPay}">
<div class="actions"><button class="button primary" type="submit">${words(bill.dueNow)}</button>${whole}</div>`;
  if (bill.gateway?.name !== "bogus")
    return html`<form class="fields" method="post">
${button}
<p class="fine">${t("pages.pay.atGateway")}</p>
</form>`;
  return html`<form class="fields" method="post">
${testCardField("card", t)}
${button}
</form>`;
}
