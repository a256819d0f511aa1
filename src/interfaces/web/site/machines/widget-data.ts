import { readFileSync } from "node:fs";
import { regionalLocale } from "@roost/messages/languages.ts";
import { addMonths, firstOfMonth, formatDay, instantOnDay, weekdayOf } from "../../../../core/day.ts";
import type { SitemapRental } from "../../../../modules/guests/sites/list-rentals.ts";
import type { RentalDetails } from "../../../../modules/guests/sites/read-rental.ts";
import { brandVariables } from "../brand.ts";
import type { OpenedSite } from "../open-site.ts";

const styles = readFileSync(new URL("../assets/widget.css", import.meta.url), "utf8");

/** Months in the widget's calendar. */
const shownMonths = 3;

/** The widget's data: public data of the site, in the guest's language. */
interface WidgetContent {
  readonly rentals: readonly SitemapRental[];
  /** The rental whose calendar is shown; undefined without one. */
  readonly rental: RentalDetails | undefined;
  /** An epoch day, the first arrival. */
  readonly today: number;
}

/** The widget's data as JSON. Addresses are absolute, because the widget is on another site. */
export function widgetData({ site, speech, links }: OpenedSite, { rentals, rental, today }: WidgetContent): string {
  const { t, language } = speech;
  const url = (path = "") => links.canonical(language, path);
  return JSON.stringify({
    url: url(),
    today: formatDay(today),
    styles: `:host{${brandVariables(site.settings.color)}}\n${styles}`,
    rentals: rentals.map(({ id, title }) => ({ id, name: title })),
    rental: rental && { id: rental.id, name: rental.facts.name, url: url(`/rentals/${rental.id}`) },
    weekdays: [0, 1, 2, 3, 4, 5, 6].map((index) => weekdayName(index, language)),
    months: rental?.calendar ? monthsOf(rental.calendar, language) : [],
    labels: {
      search: t("pages.site.search.title"),
      arrival: t("pages.site.search.arrival"),
      departure: t("pages.site.search.departure"),
      adults: t("pages.site.search.adults"),
      children: t("pages.site.search.children"),
      submit: t("pages.site.search.submit"),
      calendar: t("pages.site.rental.calendar"),
      hint: t("pages.site.rental.calendarHint"),
      rental: t("pages.site.rental.all"),
      book: t("pages.site.rental.book"),
    },
  });
}

type Calendar = NonNullable<RentalDetails["calendar"]>;

/** Each month's title, the cells before its first day, and whether each of its nights is free. Weeks begin on Monday. */
function monthsOf({ from, nights }: Calendar, language: OpenedSite["speech"]["language"]): object[] {
  const title = new Intl.DateTimeFormat(regionalLocale(language), { month: "long", year: "numeric", timeZone: "UTC" });
  const first = firstOfMonth(from);
  return Array.from({ length: shownMonths }, (_, index) => {
    const start = addMonths(first, index);
    const days = addMonths(start, 1) - start;
    return {
      title: title.format(instantOnDay(start, 0)),
      offset: (weekdayOf(start) + 6) % 7,
      days: Array.from({ length: days }, (_one, date) => start + date >= from && nights[start + date - from] === "0"),
    };
  });
}

/** @param index 0 is Monday */
function weekdayName(index: number, language: OpenedSite["speech"]["language"]): string {
  const format = new Intl.DateTimeFormat(regionalLocale(language), { weekday: "narrow", timeZone: "UTC" });
  // 1970-01-05 was a Monday.
  return format.format(instantOnDay(4 + index, 0));
}
