import { type Language, regionalLocale } from "@roost/messages/languages.ts";
import type { RentalDetails } from "../../../../modules/guests/sites/read-rental.ts";
import { type Html, html } from "../../pages/html.ts";
import { amountText } from "../amounts.ts";
import { type OpenedSite, siteText } from "../open-site.ts";
import { paragraphs } from "../paragraphs.ts";

/** The house rules, the agreement and the cancelation policy in words. */
export function rulesSections(opened: OpenedSite, rental: RentalDetails): Html {
  return html`${rulesSection(opened, rental)}
${cancelationSection(opened, rental)}`;
}

function rulesSection(opened: OpenedSite, { facts, agreement }: RentalDetails): Html {
  const { t, language } = opened.speech;
  const agreed = agreement && siteText(opened, agreement);
  const own = siteText(opened, facts.house_rules);
  const from = hour(facts.checkin_time, language);
  const arrival =
    facts.checkin_end_time === null
      ? t("pages.site.rental.fromHour", { hour: from })
      : t("pages.site.rental.betweenHours", { from, until: hour(facts.checkin_end_time, language) });
  const rules = [
    fact(t("pages.site.search.arrival"), arrival),
    fact(
      t("pages.site.search.departure"),
      t("pages.site.rental.byHour", { hour: hour(facts.checkout_time, language) }),
    ),
    facts.guests === null
      ? undefined
      : fact(t("pages.site.rental.guests"), t("pages.site.rental.atMost", { count: facts.guests })),
    facts.damage_deposit
      ? fact(t("pages.site.rental.deposit"), amountText(facts.damage_deposit, facts.currency, language))
      : undefined,
  ];
  return html`<section class="card" aria-labelledby="rules"><h2 id="rules">${t("pages.site.rental.rules")}</h2>
<dl class="facts">${rules}</dl>
${own && paragraphs(own)}
${agreed && html`<details><summary>${t("pages.site.rental.agreement")}</summary>${paragraphs(agreed)}</details>`}
</section>`;
}

const fact = (name: string, value: string): Html => html`<div><dt>${name}</dt> <dd>${value}</dd></div>\n`;

/** Formats hours since midnight at the rental; 25 is 1 a.m. */
function hour(hours: number, language: Language): string {
  const format = new Intl.DateTimeFormat(regionalLocale(language), {
    hour: "numeric",
    minute: "2-digit",
    timeZone: "UTC",
  });
  return format.format(hours * 3_600_000);
}

function cancelationSection(opened: OpenedSite, { cancelation }: RentalDetails): Html | undefined {
  if (!cancelation) return undefined;
  const { t, language } = opened.speech;
  const percent = new Intl.NumberFormat(regionalLocale(language), { style: "percent", maximumFractionDigits: 2 });
  // An item of nothing may end the cost of an earlier one.
  const changes = cancelation.filter(({ penalty }, index) => penalty !== (cancelation[index - 1]?.penalty ?? 0));
  const [first] = changes;
  const lines = first
    ? [
        t("pages.site.rental.freeBefore", { days: first.eligibleDays + 1 }),
        ...changes.map(({ eligibleDays, penalty }) =>
          t("pages.site.rental.costsFrom", { days: eligibleDays, percentage: percent.format(penalty / 10_000) }),
        ),
      ]
    : [t("pages.site.rental.alwaysFree")];
  return html`<section class="card" aria-labelledby="cancelation"><h2 id="cancelation">${t("pages.site.rental.cancelation")}</h2>
<ul class="terms">${lines.map((line) => html`<li>${line}</li>`)}</ul></section>`;
}
