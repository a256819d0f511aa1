import { dayOfInstant } from "../../../core/day.ts";
import { bookingReference } from "../../../core/reference.ts";
import type { Bill } from "../../../modules/money/payments/payment-page.ts";
import { type Html, html } from "../pages/html.ts";
import { dayInWords } from "../pages/moments.ts";
import { billList } from "../pages/pay-bill.ts";
import { depositCard } from "../pages/pay-deposit.ts";
import { billNotice } from "../pages/pay-notice.ts";
import { payForm, refreshSeconds } from "../pages/pay-page.ts";
import { notice } from "../pages/pay-parts.ts";
import type { OpenedSite } from "../site/open-site.ts";
import { sitePage } from "../site/site-page.ts";
import { stayQuery } from "./requested-stay.ts";

/** The page's own path below the language, and the path of the guest's portal. `now` in epoch milliseconds. */
interface BookingPaths {
  readonly path: string;
  readonly portal: string;
  readonly now: number;
  /** The guest pressed a button with another amount. */
  readonly isChanged: boolean;
}

/** The page of a booking on a site: the payment while its nights are held, then the confirmation with the way to the portal. */
export function bookingPage(opened: OpenedSite, bill: Bill, { path, portal, now, isChanged }: BookingPaths): string {
  const { speech } = opened;
  const { t, language } = speech;
  const isHeld = bill.isTentative && bill.canceledAt === null;
  const isBooked = !bill.isTentative && bill.canceledAt === null;
  const reference = bookingReference(bill.booking);
  const title = isBooked
    ? t("pages.book.booked")
    : isHeld
      ? t("pages.book.pay")
      : t("pages.pay.booking", { reference });
  const body = html`<section class="card">
<h1>${title}</h1>
${
  isBooked
    ? html`<p class="notice good" role="status">${t("pages.book.number", { reference })}</p>\n<p>${t("pages.book.mailed")}</p>
<div class="actions"><a class="button" href="${opened.links.service(portal)}">${t("pages.portal.open")}</a></div>`
    : undefined
}
<p class="lead">${bill.rental}<br>${dayInWords(bill.startAt, language)} ${t("pages.pay.until")} ${dayInWords(bill.endAt, language)}</p>
${isHeld && bill.last?.state !== "under way" ? notice(t("pages.book.held", { minutes: minutesLeft(bill, now) })) : undefined}
${billNotice(bill, t, isChanged)}
${bill.canceledAt === null ? undefined : ended(opened, bill)}
${billList(bill, t)}
${payForm(bill, t)}
</section>
${bill.deposit && isBooked ? depositCard(bill, bill.deposit, t) : undefined}`;
  return sitePage({ ...opened, title, body, path, isNarrow: true, isListed: false, refresh: refreshSeconds(bill) });
}

/** The last started minute counts. */
const minutesLeft = ({ holdsUntil }: Bill, now: number): number =>
  Math.max(1, Math.ceil(((holdsUntil ?? now) - now) / 60_000));

/** A hold that has ended leads back to the price of the same stay. */
function ended({ links, speech }: OpenedSite, bill: Bill): Html {
  const { t, language } = speech;
  const stay = {
    arrival: dayOfInstant(bill.startAt),
    departure: dayOfInstant(bill.endAt),
    adults: bill.adults ?? 1,
    children: bill.children ?? 0,
  };
  const href = `${links.to(language, `/rentals/${bill.rentalId}/book`)}?${stayQuery(stay)}`;
  return html`<p>${t("pages.book.ended")}</p>
<div class="actions"><a class="button primary" href="${href}">${t("pages.book.again")}</a></div>`;
}
