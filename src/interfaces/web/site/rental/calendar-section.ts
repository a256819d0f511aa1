import { regionalLocale } from "@roost/messages/languages.ts";
import { addMonths, firstOfMonth, formatDay, instantOnDay, weekdayOf } from "../../../../core/day.ts";
import type { RentalDetails } from "../../../../modules/guests/sites/read-rental.ts";
import { type Html, html } from "../../pages/html.ts";
import type { Speech } from "../../pages/speech.ts";
import type { OpenedSite } from "../open-site.ts";

/** The months that are open at once; the others follow on demand. */
const openMonths = 3;
const allMonths = 12;

/** The free nights of a year. Weeks begin on Monday, as everywhere in the site's languages. */
export function calendarSection({ speech }: OpenedSite, calendar: RentalDetails["calendar"]): Html | undefined {
  if (!calendar) return undefined;
  const { t } = speech;
  const first = firstOfMonth(calendar.from);
  const months = Array.from({ length: allMonths }, (_, index) => month(addMonths(first, index), calendar, speech));
  return html`<section class="card" aria-labelledby="calendar"><h2 id="calendar">${t("pages.site.rental.calendar")}</h2>
<p class="fine">${t("pages.site.rental.calendarHint")}</p>
<div class="months">${months.slice(0, openMonths)}</div>
<details><summary>${t("pages.site.rental.moreMonths")}</summary><div class="months">${months.slice(openMonths)}</div></details>
</section>`;
}

function month(first: number, calendar: NonNullable<RentalDetails["calendar"]>, { language }: Speech): Html {
  const locale = regionalLocale(language);
  const title = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "narrow", timeZone: "UTC" });
  const weekdayName = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
  const monday = first - ((weekdayOf(first) + 6) % 7);
  const end = addMonths(first, 1);
  const week = [0, 1, 2, 3, 4, 5, 6];
  const rows = [];
  for (let day = monday; day < end; day += 7)
    rows.push(html`<tr>${week.map((index) => cell(day + index, { first, end }, calendar))}</tr>`);
  return html`<table><caption>${title.format(instantOnDay(first, 0))}</caption><thead><tr>${week.map((index) => html`<th scope="col" abbr="${weekdayName.format(instantOnDay(monday + index, 0))}">${weekday.format(instantOnDay(monday + index, 0))}</th>`)}</tr></thead><tbody>${rows}</tbody></table>
`;
}

function cell(
  day: number,
  { first, end }: { readonly first: number; readonly end: number },
  { from, nights }: NonNullable<RentalDetails["calendar"]>,
): Html {
  if (day < first || day >= end) return html`<td></td>`;
  const date = Number(formatDay(day).slice(8));
  const isFree = day >= from && nights[day - from] === "0";
  return isFree ? html`<td>${date}</td>` : html`<td><del>${date}</del></td>`;
}
