import { bookingReference } from "../../../../core/reference.ts";
import type { PortalStay } from "../../../../modules/stays/portal/read-stay.ts";
import { type Html, html } from "../html.ts";
import { page } from "../layout.ts";
import { dayInWords } from "../moments.ts";
import { billList, isPayable } from "../pay-bill.ts";
import { billNotice } from "../pay-notice.ts";
import type { Speech } from "../speech.ts";
import { houseCards, taskCard } from "./house-cards.ts";
import { invoiceList } from "./invoice-list.ts";
import { linkCards } from "./link-cards.ts";
import { cancelLink, changeCard, messagesCard } from "./message-cards.ts";
import { fact, guestForm, hourText, maskedEmail, submitButton } from "./parts.ts";
import type { PersonalParts, ShownPortal } from "./shown-portal.ts";

/**
 * The guest's start page: the stay and the money for anyone with the link, the rest after a mailed code. The address is for guests who have
 * booked: anyone can hold a stay.
 */
export function portalPage(shown: ShownPortal, speech: Speech): string {
  const { bill, stay, personal } = shown;
  const { t } = speech;
  const title = t("pages.pay.booking", { reference: bookingReference(bill.booking) });
  const body = html`<section class="card">
<p class="eyebrow">${title} · ${bill.host}</p>
<h1>${bill.rental}</h1>
<p class="lead">${dayInWords(bill.startAt, bill.language)} ${t("pages.pay.until")} ${dayInWords(bill.endAt, bill.language)}</p>
<dl class="facts">
${fact(t("pages.portal.arrival"), t("pages.portal.from", { time: hourText(stay.checkinHour, speech) }))}
${fact(t("pages.portal.departure"), t("pages.portal.by", { time: hourText(stay.checkoutHour, speech) }))}
${stay.address.length === 0 || !stay.isBooked || stay.isCanceled ? undefined : fact(t("pages.portal.address"), stay.address.join(", "))}
${stay.adults === null ? undefined : fact(t("pages.portal.guests"), guestsOf(stay, speech))}
${stay.contacts.length === 0 ? undefined : fact(t("pages.portal.contact"), stay.contacts.join(", "))}
</dl>
</section>
<section class="card" aria-labelledby="money">
<h2 id="money">${t("pages.portal.money")}</h2>
${billNotice(bill, t)}
${billList(bill, t)}
${isPayable(bill) ? html`<div class="actions"><a class="button primary" href="${shown.payPath}">${t("pages.portal.pay")}</a></div>` : undefined}
${personal === undefined || personal.invoices.length === 0 ? undefined : invoiceList(shown.path, personal.invoices, bill, speech)}
</section>
${personal === undefined ? entrance(shown, speech) : personalCards(shown, personal, speech)}`;
  return page({ title, body, narrow: true, speech });
}

/** Offers a code, or says why there is none. */
function entrance({ path, email }: ShownPortal, { t }: Speech): Html {
  const offer =
    email === undefined
      ? html`<p>${t("pages.portal.entrance.noAddress")}</p>`
      : html`<p>${t("pages.portal.entrance.lead", { email: maskedEmail(email) })}</p>
<form class="fields" method="post" action="${path}/send_code">${submitButton(t("pages.portal.entrance.send"))}</form>`;
  return html`<section class="card" aria-labelledby="entrance">
<h2 id="entrance">${t("pages.portal.entrance.title")}</h2>
${offer}
</section>`;
}

function personalCards(shown: ShownPortal, personal: PersonalParts, speech: Speech): Html {
  const { path, stay, bill } = shown;
  return html`${taskCard(path, stay, personal, speech)}
${personal.house && houseCards(personal.house, speech)}
${linkCards(path, stay, personal, speech)}
${messagesCard({ ...shown, personal }, speech)}
${stay.isCanceled ? undefined : changeCard({ path, personal, bill, stay }, speech)}
${personal.canCancel ? cancelLink(path, speech) : undefined}
${guestForm(personal.visit, `${path}/leave`, submitButton(speech.t("pages.portal.leave"), "plain"))}`;
}

function guestsOf({ adults, children }: PortalStay, { t }: Speech): string {
  const counts = [
    adults !== null && adults > 0 && t("pages.cleaning.adults", { adults }),
    children !== null && children > 0 && t("pages.cleaning.children", { children }),
  ];
  return counts.filter(Boolean).join(", ");
}
