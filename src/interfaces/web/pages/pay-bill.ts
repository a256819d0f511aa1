import type { TranslateServer } from "@roost/messages/server-messages.ts";
import { minorUnit } from "../../../core/rounding.ts";
import type { Bill } from "../../../modules/money/payments/payment-page.ts";
import { type Html, html } from "./html.ts";
import { dayText } from "./moments.ts";
import { money } from "./pay-parts.ts";

/** The lines of a bill, the paid amount, and the amounts due with their dates. */
export function billList(bill: Bill, t: TranslateServer): Html {
  return html`<dl class="bill">
${bill.lines.map(({ kind, name, amount }) => line(name ?? t(`pages.pay.lines.${kind}`), amount, bill))}
${bill.total === null ? undefined : line(t("pages.pay.total"), bill.total, bill, "sum")}
${bill.paid === 0 ? undefined : line(t("pages.pay.paid"), bill.paid, bill)}
${bill.authorized === 0 ? undefined : line(t("pages.pay.authorized"), bill.authorized, bill)}
${bill.total === null ? undefined : line(t("pages.pay.left"), leftOf(bill), bill, "sum")}
${isInParts(bill) ? parts(bill, t) : undefined}
</dl>`;
}

/** Whether the page accepts a payment now. */
export function isPayable({ canceledAt, toPay, gateway, last }: Bill): boolean {
  return canceledAt === null && toPay > 0 && gateway !== undefined && last?.state !== "under way";
}

/** Whether only a part of the balance is due now. */
export const isInParts = (bill: Bill): boolean => isPayable(bill) && bill.dueNow < bill.toPay;

/** An amount in minor units of the bill's currency, in hundredths. */
export const inHundredths = (minorUnits: number, { currency }: Bill): number => minorUnits * minorUnit(currency);

/** In hundredths. Nothing is due for a canceled booking. */
const leftOf = (bill: Bill): number => (bill.canceledAt === null ? inHundredths(bill.toPay, bill) : 0);

/** The two parts of the schedule that are open. */
function parts(bill: Bill, t: TranslateServer): Html {
  const rest = inHundredths(bill.toPay - bill.dueNow, bill);
  const day = dayText(bill.balanceDueAt ?? bill.startAt, bill.language);
  return html`${line(t("pages.pay.dueNow"), inHundredths(bill.dueNow, bill), bill)}
${line(t("pages.pay.dueBy", { day }), rest, bill)}`;
}

function line(name: string, amount: number, bill: Bill, kind?: "sum"): Html {
  return html`<div${kind === undefined ? undefined : html` class="${kind}"`}><dt>${name}</dt> <dd>${money(amount, bill)}</dd></div>
`;
}
