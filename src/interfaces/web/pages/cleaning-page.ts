import { formatDay, instantOnDay } from "../../../core/day.ts";
import type { OpenedLink } from "../../../modules/stays/cleaning-links/open-link.ts";
import { type LinkedStay, minutesBetween, type Turnover } from "../../../modules/stays/cleaning-links/turnovers.ts";
import type { CleaningTexts } from "./cleaning-texts.ts";
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";

/** The turnovers behind a link: today first, then the days on which somebody leaves. */
export function cleaningPage({ name, businessName, today, last, turnovers }: OpenedLink, texts: CleaningTexts): string {
  const byDay = Map.groupBy(turnovers, ({ leaving }) => leaving.departure);
  const days = [today, ...[...byDay.keys()].filter((day) => day !== today)];
  const body = html`<section class="turnovers-of">
<p class="eyebrow">${businessName}</p>
<h1>${texts.title}</h1>
<p class="lead">${name}</p>
</section>
${days.map((day) => sectionOf(day, byDay.get(day) ?? [], day === today, texts))}
<p class="fine">${texts.until(inWords(last, texts))}</p>`;
  return page({ title: texts.title, body, language: texts });
}

function sectionOf(day: number, turnovers: readonly Turnover[], isToday: boolean, texts: CleaningTexts): Html {
  return html`<section class="card turnovers" aria-labelledby="day-${day}">
<h2 id="day-${day}">${isToday ? `${texts.today}, ` : undefined}<time datetime="${formatDay(day)}">${inWords(day, texts)}</time></h2>
${turnovers.length === 0 ? html`<p>${texts.nothing}</p>` : turnovers.map((turnover) => articleOf(turnover, texts))}
</section>
`;
}

function articleOf(turnover: Turnover, texts: CleaningTexts): Html {
  const { leaving, next } = turnover;
  const comments = [...commentsOf(leaving, texts.departure), ...(next ? commentsOf(next, texts.arrival) : [])];
  return html`<article>
<h3>${leaving.name}${holdOf(leaving, texts)}</h3>
<dl class="facts">
${fact(texts.departure, clock(leaving.goes, texts))}
${fact(texts.arrival, next ? arrivalOf(next, leaving, texts) : texts.nobody)}
${next && fact(texts.between, betweenOf(turnover, next, texts))}
${next && fact(texts.comes, guestsOf(next, texts))}
</dl>
${comments.length === 0 ? undefined : html`<ul aria-label="${texts.comments}">${comments}</ul>`}
</article>
`;
}

const fact = (name: string, value: Html | string): Html => html`<div><dt>${name}</dt> <dd>${value}</dd></div>`;

const holdOf = ({ isHold }: LinkedStay, texts: CleaningTexts): Html | undefined =>
  isHold ? html` <span class="tag">${texts.hold}</span>` : undefined;

const commentsOf = ({ comments }: LinkedStay, whose: string): Html[] =>
  comments.map((comment) => html`<li><b>${whose}:</b> ${comment}</li>`);

function arrivalOf(next: LinkedStay, leaving: LinkedStay, texts: CleaningTexts): Html {
  const day = next.arrival === leaving.departure ? undefined : `${inWords(next.arrival, texts)}, `;
  return html`${day}${clock(next.comes, texts)}${holdOf(next, texts)}`;
}

/** In hours where they count, else in days. */
function betweenOf(turnover: Turnover, next: LinkedStay, texts: CleaningTexts): string {
  const minutes = minutesBetween(turnover);
  if (minutes < 0) return "–";
  if (minutes >= 2 * 1440) return counted(next.arrival - turnover.leaving.departure, texts.days);
  const hours = counted(Math.floor(minutes / 60), texts.hours);
  return minutes % 60 === 0 ? hours : `${hours} ${minutes % 60} ${texts.minutes}`;
}

function guestsOf({ adults, children, arrival, departure }: LinkedStay, texts: CleaningTexts): string {
  const numbers = [adults > 0 && counted(adults, texts.adults), children > 0 && counted(children, texts.children)];
  return [...numbers, counted(departure - arrival, texts.nights)].filter(Boolean).join(", ");
}

const counted = (count: number, [one, several]: readonly [string, string]): string =>
  `${count} ${count === 1 ? one : several}`;

function inWords(day: number, { locale }: CleaningTexts): string {
  const format = new Intl.DateTimeFormat(locale, {
    ...({ weekday: "short", day: "numeric", month: "long", timeZone: "UTC" } as const),
  });
  return format.format(instantOnDay(day, 0));
}

function clock(minutes: number, { locale }: CleaningTexts): string {
  const format = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", timeZone: "UTC" });
  return format.format(minutes * 60_000);
}
