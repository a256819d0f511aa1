import type { ShownMessage } from "../../../../modules/guests/inbox/guest/messages-of-booking.ts";
import type { Bill } from "../../../../modules/money/payments/payment-page.ts";
import type { PortalStay } from "../../../../modules/stays/portal/read-stay.ts";
import { type Html, html } from "../html.ts";
import { notice } from "../pay-parts.ts";
import type { Speech } from "../speech.ts";
import { guestForm, lines, momentText, submitButton } from "./parts.ts";
import type { PersonalParts, ShownPortal } from "./shown-portal.ts";

/** The conversation with the host, and a form to write. */
export function messagesCard(
  { path, bill, stay, isSent, personal }: ShownPortal & { readonly personal: PersonalParts },
  speech: Speech,
): Html {
  const { t } = speech;
  return html`<section class="card" id="messages" aria-labelledby="messages-heading">
<h2 id="messages-heading">${t("pages.portal.messages.title")}</h2>
${isSent ? notice(t("pages.portal.messages.sent"), "good") : undefined}
${personal.messages.map((message) => article(message, bill, stay, speech))}
${guestForm(
  personal.visit,
  `${path}/message`,
  html`<div class="field"><label for="text">${t("pages.portal.messages.label", { host: bill.host })}</label>
<textarea id="text" name="text" rows="4" maxlength="5000" required></textarea></div>
${submitButton(t("pages.portal.messages.send"))}`,
)}
</section>`;
}

function article({ isOwn, text, sentAt }: ShownMessage, bill: Bill, stay: PortalStay, speech: Speech): Html {
  const author = isOwn ? speech.t("pages.portal.messages.you") : bill.host;
  return html`<article class="message">
<p class="fine"><b>${author}</b>, ${momentText(sentAt, stay.timeZone, speech)}</p>
<p>${lines(text)}</p>
</article>
`;
}

/** A form that asks the host for a change; the host decides. */
export function changeCard(
  { path, personal, stay }: Pick<ShownPortal, "path" | "bill" | "stay"> & { readonly personal: PersonalParts },
  { t }: Speech,
): Html {
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const guests = (stay.adults ?? 0) + (stay.children ?? 0);
  const field = (name: string, label: string, input: Html): Html =>
    html`<div class="field"><label for="${name}">${label}</label>${input}</div>
`;
  return html`<section class="card" aria-labelledby="change">
<h2 id="change">${t("pages.portal.change.title")}</h2>
<p>${t("pages.portal.change.lead")}</p>
${guestForm(
  personal.visit,
  `${path}/change`,
  html`${field("arrival", t("pages.portal.change.arrival"), html`<input id="arrival" name="arrival" type="date" value="${day(stay.startAt)}">`)}
${field("departure", t("pages.portal.change.departure"), html`<input id="departure" name="departure" type="date" value="${day(stay.endAt)}">`)}
${field("guests", t("pages.portal.change.guests"), html`<input id="guests" name="guests" type="number" min="1" max="999" inputmode="numeric"${guests > 0 ? html` value="${guests}"` : undefined}>`)}
${field("wish", t("pages.portal.change.text"), html`<textarea id="wish" name="text" rows="3" maxlength="5000"></textarea>`)}
${submitButton(t("pages.portal.change.send"), "plain")}`,
)}
</section>`;
}

/** Leads to the page that says what canceling costs. */
export const cancelLink = (path: string, { t }: Speech): Html =>
  html`<section class="card" aria-labelledby="cancel">
<h2 id="cancel">${t("pages.portal.cancel.title")}</h2>
<div class="actions"><a class="button" href="${path}/cancel">${t("pages.portal.cancel.show")}</a></div>
</section>`;
