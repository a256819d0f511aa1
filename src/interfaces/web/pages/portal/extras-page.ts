import type { Bill } from "../../../../modules/money/payments/payment-page.ts";
import type { ExtrasQuote } from "../../../../modules/stays/portal/extras/book-extras.ts";
import type { Extra } from "../../../../modules/stays/portal/extras/extras-of-stay.ts";
import type { PortalVisit } from "../../../../modules/stays/portal/portal-code.ts";
import { type Html, html } from "../html.ts";
import { page } from "../layout.ts";
import { money } from "../pay-parts.ts";
import type { Speech } from "../speech.ts";
import { fact, guestForm, submitButton } from "./parts.ts";

interface ExtrasForm {
  readonly path: string;
  readonly visit: PortalVisit;
  readonly bill: Bill;
  readonly extras: readonly Extra[];
  /** The price or the stock has changed since the guest chose. */
  readonly isChanged: boolean;
}

/** The extras that the guest can book now. */
export function extrasPage({ path, visit, bill, extras, isChanged }: ExtrasForm, speech: Speech): string {
  const { t } = speech;
  const title = t("pages.portal.extras.title");
  const fields = html`${extras.map((extra) => field(extra, bill, speech))}
${submitButton(t("pages.portal.extras.quote"))}`;
  const body = html`<section class="card" aria-labelledby="heading">
<p class="eyebrow">${bill.rental}</p>
<h1 id="heading">${title}</h1>
${isChanged ? html`<p class="notice bad" role="alert">${t("pages.portal.extras.changed")}</p>` : undefined}
${extras.length === 0 ? html`<p>${t("pages.portal.extras.none")}</p>` : guestForm(visit, `${path}/extras`, fields)}
<div class="actions"><a class="button quiet" href="${path}">${t("pages.portal.back")}</a></div>
</section>`;
  return page({ title, body, narrow: true, speech });
}

function field({ id, name, headline, price, booked, available }: Extra, bill: Bill, { t }: Speech): Html {
  const units = [0, ...available].map((count) => html`<option value="${count}">${count}</option>`);
  const hints = [
    ...(headline === undefined ? [] : [headline]),
    ...(booked === 0 ? [] : [t("pages.portal.extras.booked", { count: booked })]),
  ];
  const hint = hints.length === 0 ? undefined : html`<p class="hint" id="hint-${id}">${hints.join(" ")}</p>`;
  return html`<div class="field"><label for="units-${id}">${name}, ${t("pages.portal.extras.each", { price: money(price, bill) })}</label>
<input type="hidden" name="extra" value="${id}">
<select id="units-${id}" name="units-${id}"${hint && html` aria-describedby="hint-${id}"`}>${units}</select>${hint}</div>
`;
}

interface QuoteForm {
  readonly path: string;
  readonly visit: PortalVisit;
  readonly bill: Bill;
  readonly quote: ExtrasQuote;
}

/** The chosen extras with the booking's new price, to confirm. */
export function extrasQuotePage({ path, visit, bill, quote }: QuoteForm, speech: Speech): string {
  const { t } = speech;
  const title = t("pages.portal.extras.title");
  const { extras, total, booked } = quote;
  const kept = extras.map(
    ({ id, units }) =>
      html`<input type="hidden" name="extra" value="${id}"><input type="hidden" name="units-${id}" value="${units}">`,
  );
  const fields = html`${kept}<input type="hidden" name="total" value="${total ?? ""}"><input type="hidden" name="booked" value="${booked}">
${submitButton(t("pages.portal.extras.confirm"))}`;
  const body = html`<section class="card" aria-labelledby="heading">
<p class="eyebrow">${bill.rental}</p>
<h1 id="heading">${title}</h1>
<dl class="bill">
${extras.map(({ name, units, price }) => fact(`${name} × ${units}`, money(price * units, bill)))}
${total === null ? undefined : fact(t("pages.portal.extras.newTotal"), money(total, bill))}
</dl>
${guestForm(visit, `${path}/extras`, fields)}
<div class="actions"><a class="button quiet" href="${path}/extras">${t("pages.portal.extras.back")}</a></div>
</section>`;
  return page({ title, body, narrow: true, speech });
}
