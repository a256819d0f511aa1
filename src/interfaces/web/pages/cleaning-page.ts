import { type Language, regionalLocale } from "@roost/messages/languages.ts";
import { formatDay, instantOnDay } from "../../../core/day.ts";
import type { OpenedLink } from "../../../modules/stays/cleaning-links/open-link.ts";
import { type LinkedStay, minutesBetween, type Turnover } from "../../../modules/stays/cleaning-links/turnovers.ts";
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";
import type { Speech } from "./speech.ts";

/** The turnovers behind a cleaning link: today first, then each day with a departure. */
export function cleaningPage({ name, businessName, today, last, turnovers }: OpenedLink, speech: Speech): string {
  const { language, t } = speech;
  const byDay = Map.groupBy(turnovers, ({ leaving }) => leaving.departure);
  const days = [today, ...[...byDay.keys()].filter((day) => day !== today)];
  const body = html`<section class="turnovers-of">
<p class="eyebrow">${businessName}</p>
<h1>${t("pages.cleaning.title")}</h1>
<p class="lead">${name}</p>
</section>
${days.map((day) => sectionOf(day, byDay.get(day) ?? [], day === today, speech))}
<p class="fine">${t("pages.cleaning.until", { day: inWords(last, language) })}</p>`;
  return page({ title: t("pages.cleaning.title"), body, speech });
}

function sectionOf(day: number, turnovers: readonly Turnover[], isToday: boolean, speech: Speech): Html {
  return html`<section class="card turnovers" aria-labelledby="day-${day}">
<h2 id="day-${day}">${isToday ? `${speech.t("pages.cleaning.today")}, ` : undefined}<time datetime="${formatDay(day)}">${inWords(day, speech.language)}</time></h2>
${turnovers.length === 0 ? html`<p>${speech.t("pages.cleaning.nothing")}</p>` : turnovers.map((turnover) => articleOf(turnover, speech))}
</section>
`;
}

function articleOf(turnover: Turnover, speech: Speech): Html {
  const { leaving, next } = turnover;
  const comments = [
    ...commentsOf(leaving, speech.t("pages.cleaning.departure")),
    ...(next ? commentsOf(next, speech.t("pages.cleaning.arrival")) : []),
  ];
  return html`<article>
<h3>${leaving.name}${holdOf(leaving, speech)}</h3>
<dl class="facts">
${fact(speech.t("pages.cleaning.departure"), clock(leaving.goes, speech.language))}
${fact(speech.t("pages.cleaning.arrival"), next ? arrivalOf(next, leaving, speech) : speech.t("pages.cleaning.nobody"))}
${next && fact(speech.t("pages.cleaning.between"), betweenOf(turnover, next, speech))}
${next && fact(speech.t("pages.cleaning.comes"), guestsOf(next, speech))}
</dl>
${comments.length === 0 ? undefined : html`<ul aria-label="${speech.t("pages.cleaning.comments")}">${comments}</ul>`}
</article>
`;
}

const fact = (name: string, value: Html | string): Html => html`<div><dt>${name}</dt> <dd>${value}</dd></div>`;

const holdOf = ({ isHold }: LinkedStay, speech: Speech): Html | undefined =>
  isHold ? html` <span class="tag">${speech.t("pages.cleaning.hold")}</span>` : undefined;

const commentsOf = ({ comments }: LinkedStay, whose: string): Html[] =>
  comments.map((comment) => html`<li><b>${whose}:</b> ${comment}</li>`);

function arrivalOf(next: LinkedStay, leaving: LinkedStay, speech: Speech): Html {
  const day = next.arrival === leaving.departure ? undefined : `${inWords(next.arrival, speech.language)}, `;
  return html`${day}${clock(next.comes, speech.language)}${holdOf(next, speech)}`;
}

/** In hours for short times, else in days. */
function betweenOf(turnover: Turnover, next: LinkedStay, speech: Speech): string {
  const minutes = minutesBetween(turnover);
  if (minutes < 0) return "–";
  if (minutes >= 2 * 1440) return speech.t("pages.cleaning.days", { days: next.arrival - turnover.leaving.departure });
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0
    ? speech.t("pages.cleaning.hours", { hours })
    : speech.t("pages.cleaning.hoursAndMinutes", { hours, minutes: rest });
}

function guestsOf({ adults, children, arrival, departure }: LinkedStay, { t }: Speech): string {
  const nights = departure - arrival;
  const counts = [
    adults > 0 && t("pages.cleaning.adults", { adults }),
    children > 0 && t("pages.cleaning.children", { children }),
    t("pages.cleaning.nights", { nights }),
  ];
  return counts.filter(Boolean).join(", ");
}

function inWords(day: number, language: Language): string {
  const format = new Intl.DateTimeFormat(regionalLocale(language), {
    ...({ weekday: "short", day: "numeric", month: "long", timeZone: "UTC" } as const),
  });
  return format.format(instantOnDay(day, 0));
}

function clock(minutes: number, language: Language): string {
  const format = new Intl.DateTimeFormat(regionalLocale(language), {
    hour: "numeric",
    minute: "2-digit",
    timeZone: "UTC",
  });
  return format.format(minutes * 60_000);
}
