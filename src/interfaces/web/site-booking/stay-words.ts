import type { Language } from "@roost/messages/languages.ts";
import { regionalLocale } from "@roost/messages/languages.ts";
import { millisecondsPerDay, parseDay } from "../../../core/day.ts";
import type { StayRefusal } from "../../../core/pricing/restrictions.ts";
import { textIn } from "../../../kernel/values/shown-text.ts";
import type { Penalties } from "../../../modules/stays/bookings/guest/penalties.ts";
import type { RequestedStay } from "../../../modules/stays/site-bookings/quote-site-stay.ts";
import type { SiteExtras } from "../../../modules/stays/site-bookings/site-extras.ts";
import { type Html, html } from "../pages/html.ts";
import { dayInWords, dayText } from "../pages/moments.ts";
import type { Speech } from "../pages/speech.ts";
import type { OpenedSite } from "../site/open-site.ts";

/** An epoch day in words, as text. */
export const dayWords = (day: number, language: Language): string => dayText(day * millisecondsPerDay, language);

/** The dates, nights and guests of a stay. */
export function staySummary({ arrival, departure, adults, children }: RequestedStay, { t, language }: Speech): Html {
  const guests = [t("mails.stay.adults", { adults }), children > 0 && t("mails.stay.children", { children })];
  const day = (at: number): Html => dayInWords(at * millisecondsPerDay, language);
  return html`<dl class="facts">
<dt>${t("mails.stay.arrival")}</dt> <dd>${day(arrival)}</dd>
<dt>${t("mails.stay.departure")}</dt> <dd>${day(departure)}, ${t("pages.book.nights", { nights: departure - arrival })}</dd>
<dt>${t("mails.stay.guests")}</dt> <dd>${guests.filter((words) => words !== false).join(", ")}</dd>
</dl>`;
}

/** The costs of canceling, as sentences. */
export function cancelationWords({ freeUntil, penalties }: Penalties, { t, language }: Speech): readonly string[] {
  const day = (text: string): string => dayWords(parseDay(text) ?? 0, language);
  const percent = new Intl.NumberFormat(regionalLocale(language), { style: "percent", maximumFractionDigits: 2 });
  if (penalties.length === 0) return [t("pages.book.free")];
  return [
    ...(freeUntil === null ? [] : [t("mails.stay.freeUntil", { day: day(freeUntil) })]),
    ...penalties.map(({ from, percentage }) =>
      t("mails.stay.costsFrom", { day: day(from), percentage: percent.format(percentage / 100) }),
    ),
  ];
}

/** The extras that a guest wants and cannot have, as a sentence; undefined if there are none. */
export function missingWords({ site, speech }: OpenedSite, { missing }: SiteExtras): string | undefined {
  if (missing.length === 0) return undefined;
  const { t, language } = speech;
  const names = missing.map((name) => textIn(name, language, site.settings.business.defaultLocale) ?? "");
  const list = new Intl.ListFormat(regionalLocale(language), { type: "conjunction" });
  return t("pages.book.problems.extras", { names: list.format(names) });
}

/** The rules' reason for refusing a stay, for its guest. */
export function refusalWords(refusal: StayRefusal | undefined, { t }: Speech): string {
  switch (refusal?.kind) {
    case "minimum_stay":
      return t("pages.book.refusals.minimum_stay", { nights: refusal.nights });
    case "sleeps_max":
      return t("pages.book.refusals.sleeps_max", { guests: refusal.guests });
    case "arrival_in_the_past":
      return t("pages.book.refusals.past");
    case "closed_to_arrival":
    case "arrival_only":
      return t("pages.book.refusals.arrival");
    case "closed_to_departure":
    case "departure_only":
      return t("pages.book.refusals.departure");
    case "prevent_if_booked_ahead_of":
      return t("pages.book.refusals.ahead");
    case "prevent_if_booked_less_than":
      return t("pages.book.refusals.soon");
    case "full_period_only":
      return t("pages.book.refusals.whole");
    default:
      return t("pages.book.refusals.other");
  }
}
