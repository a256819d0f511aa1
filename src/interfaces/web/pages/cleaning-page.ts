import { type Language, regionalLocale } from "@roost/messages/languages.ts";
import { formatDay, instantOnDay } from "../../../core/day.ts";
import type { OpenedLink } from "../../../modules/stays/cleaning-links/open-link.ts";
import { type LinkedStay, minutesBetween, type Turnover } from "../../../modules/stays/cleaning-links/turnovers.ts";
import { dayOfTask, type LinkedTask } from "../../../modules/stays/tasks/link/link-tasks.ts";
import { cleaningScriptUrl } from "./assets/cleaning-script.ts";
import { offlineNews, taskArticle } from "./cleaning-tasks.ts";
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";
import type { Speech } from "./speech.ts";

/** A link's page: its turnovers and tasks. */
export interface CleaningPage {
  readonly link: OpenedLink;
  readonly tasks: readonly LinkedTask[];
  /** The page's own path, with the secret. */
  readonly path: string;
}

/** The turnovers and tasks behind a cleaning link: today first, then each day with a departure or a task. */
export function cleaningPage({ link, tasks, path }: CleaningPage, speech: Speech): string {
  const { name, businessName, today, last, turnovers } = link;
  const { language, t } = speech;
  const byDay = Map.groupBy(turnovers, ({ leaving }) => leaving.departure);
  const tasksByDay = Map.groupBy(tasks, (task) => dayOfTask(task, today));
  const days = [...new Set([today, ...byDay.keys(), ...tasksByDay.keys()])].toSorted((one, other) => one - other);
  const body = html`<section class="turnovers-of">
<p class="eyebrow">${businessName}</p>
<h1>${t("pages.cleaning.title")}</h1>
<p class="lead">${name}</p>
${offlineNews(speech)}
</section>
${days.map((day) => {
  const articles = (tasksByDay.get(day) ?? []).map((task) => taskArticle(task, path, speech));
  return sectionOf({ day, isToday: day === today, turnovers: byDay.get(day) ?? [], articles }, speech);
})}
<p class="fine">${t("pages.cleaning.until", { day: inWords(last, language) })}</p>`;
  return page({ title: t("pages.cleaning.title"), body, speech, script: cleaningScriptUrl });
}

interface Day {
  readonly day: number;
  readonly isToday: boolean;
  readonly turnovers: readonly Turnover[];
  /** Of its tasks. */
  readonly articles: readonly Html[];
}

function sectionOf({ day, isToday, turnovers, articles }: Day, speech: Speech): Html {
  return html`<section class="card turnovers" aria-labelledby="day-${day}">
<h2 id="day-${day}">${isToday ? `${speech.t("pages.cleaning.today")}, ` : undefined}<time datetime="${formatDay(day)}">${inWords(day, speech.language)}</time></h2>
${turnovers.length === 0 && articles.length === 0 ? html`<p>${speech.t("pages.cleaning.nothing")}</p>` : turnovers.map((turnover) => articleOf(turnover, speech))}
${articles}
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
