import { instantOnDay } from "../../../../core/day.ts";
import type { GuestCancelation } from "../../../../modules/money/payments/cancel-booking/cancel-as-guest.ts";
import type { Bill } from "../../../../modules/money/payments/payment-page.ts";
import type { PortalVisit } from "../../../../modules/stays/portal/portal-code.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";
import { dayText } from "../moments.ts";
import { money } from "../pay-parts.ts";
import type { Speech } from "../speech.ts";
import { fact, guestForm, submitButton } from "./parts.ts";

/** The content of the page that cancels. */
interface CancelForm {
  readonly path: string;
  readonly bill: Bill;
  readonly cancelation: GuestCancelation;
  readonly visit: PortalVisit;
  /** The cost has changed since the guest saw it. */
  readonly isChanged: boolean;
}

/** Says what canceling costs today, and cancels at that cost. */
export function cancelPage({ path, bill, cancelation, visit, isChanged }: CancelForm, speech: Speech): string {
  const { t } = speech;
  const penalty = cancelation.penalty ?? 0;
  const { free_until: freeUntil } = cancelation;
  const title = t("pages.portal.cancel.title");
  const body = html`<section class="card" aria-labelledby="heading">
<p class="eyebrow">${bill.rental}</p>
<h1 id="heading">${title}</h1>
${isChanged ? html`<p class="notice bad" role="alert">${t("pages.portal.cancel.changed")}</p>` : undefined}
<dl class="facts">
${fact(t("pages.portal.cancel.cost"), penalty === 0 ? t("pages.portal.cancel.free") : money(penalty, bill))}
${fact(t("pages.pay.paid"), money(cancelation.paid_amount, bill))}
${fact(t("pages.portal.cancel.refund"), money(cancelation.refund, bill))}
${freeUntil === null ? undefined : fact(t("pages.portal.cancel.freeUntil"), dayText(instantOnDay(freeUntil, 0), speech.language))}
</dl>
<p>${t("pages.portal.cancel.lead")}</p>
${guestForm(
  visit,
  `${path}/cancel`,
  html`<input type="hidden" name="cost" value="${penalty}">
<div class="field"><label for="reason">${t("pages.portal.cancel.reason")}</label><input id="reason" name="reason" type="text" maxlength="255"></div>
${submitButton(t("pages.portal.cancel.confirm"), "danger")}`,
)}
<div class="actions"><a class="button quiet" href="${path}">${t("pages.portal.cancel.keep")}</a></div>
</section>`;
  return page({ title, body, narrow: true, speech });
}
