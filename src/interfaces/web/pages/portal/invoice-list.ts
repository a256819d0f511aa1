import type { IssuedInvoice } from "../../../../modules/money/invoices/invoices-of-stay.ts";
import type { Bill } from "../../../../modules/money/payments/payment-page.ts";
import { type Html, html } from "../html.ts";
import { dayText } from "../moments.ts";
import { money } from "../pay-parts.ts";
import type { Speech } from "../speech.ts";

/** A booking's invoices, each a link to its file. */
export function invoiceList(path: string, invoices: readonly IssuedInvoice[], bill: Bill, speech: Speech): Html {
  const { t, language } = speech;
  const item = ({ id, kind, number, issuedOn, total }: IssuedInvoice): Html =>
    html`<li><a href="${path}/invoices/${id}">${t(`pages.invoice.title.${kind}`)} ${number}</a>, ${dayText(Date.parse(issuedOn), language)}, ${money(total, bill)}</li>
`;
  return html`<h3>${t("pages.portal.invoices")}</h3>
<ul class="tasks">
${invoices.map(item)}</ul>`;
}
