import { randomUUID } from "node:crypto";
import { type Language, regionalLocale } from "@roost/messages/languages.ts";
import { dayOfInstant } from "../../../core/day.ts";
import type { LinkedTask } from "../../../modules/stays/tasks/link/link-tasks.ts";
import { maxMinutes, maxProblemLength } from "../../../modules/stays/tasks/report-task.ts";
import { type Html, html } from "./html.ts";
import type { Speech } from "./speech.ts";

/**
 * A task with its forms. Each form has its own key, so that a repeated form counts once.
 * @param path of the link's page
 */
export function taskArticle(task: LinkedTask, path: string, speech: Speech): Html {
  const { t } = speech;
  const name = `task-${task.id}`;
  return html`<article class="task" id="${name}" aria-labelledby="${name}-title" data-task="${task.id}"${task.isDone ? html` data-done` : undefined}>
<h3 id="${name}-title">${task.rental}: ${task.title ?? t(`pages.tasks.kinds.${task.kind}`)} <span class="tag">${t("pages.tasks.isDone")}</span></h3>
<p class="fine">${windowOf(task, speech)}</p>
${task.notes === null ? undefined : html`<p class="notes">${task.notes}</p>`}
${task.problem === null ? undefined : html`<p class="notice bad"><b>${t("pages.tasks.reported")}:</b> ${task.problem}</p>`}
${reportForm(task, `${path}/tasks/${task.id}`, speech)}
${photoForm(task, `${path}/tasks/${task.id}/photos`, speech)}
</article>
`;
}

const keyField = (): Html => html`<input type="hidden" name="key" value="${randomUUID()}">`;

function reportForm({ id, items, minutes }: LinkedTask, action: string, { t }: Speech): Html {
  const checklist = html`<fieldset class="field">
<legend>${t("pages.tasks.checklist")}</legend>
<ul class="choices">${items.map(
    ({ text, done }) =>
      html`<li><label><input type="checkbox" name="tick" value="${text}"${done ? html` checked` : undefined}><span>${text}</span></label><input type="hidden" name="item" value="${text}"></li>`,
  )}</ul>
</fieldset>`;
  return html`<form method="post" action="${action}" data-report autocomplete="off">
${keyField()}
${items.length === 0 ? undefined : checklist}
<div class="field"><label for="minutes-${id}">${t("pages.tasks.minutes")}</label><input id="minutes-${id}" name="minutes" type="number" inputmode="numeric" min="0" max="${maxMinutes}" value="${minutes ?? ""}"></div>
<div class="field"><label for="problem-${id}">${t("pages.tasks.problem")}</label><textarea id="problem-${id}" name="problem" rows="2" maxlength="${maxProblemLength}"></textarea></div>
<div class="actions"><button class="button" type="submit">${t("pages.tasks.save")}</button>
<button class="button primary to-do" type="submit" name="act" value="done">${t("pages.tasks.done")}</button>
<button class="button to-reopen" type="submit" name="act" value="reopen">${t("pages.tasks.reopen")}</button></div>
</form>`;
}

function photoForm({ id, photos }: LinkedTask, action: string, { t }: Speech): Html {
  return html`<form method="post" action="${action}" enctype="multipart/form-data" data-photo>
${keyField()}
<div class="field"><label for="photo-${id}">${t("pages.tasks.photo")}</label><input id="photo-${id}" name="photo" type="file" accept="image/jpeg,image/png,image/webp" required></div>
<div class="actions"><button class="button" type="submit">${t("pages.tasks.send")}</button>${photos === 0 ? undefined : html` <span class="fine">${t("pages.tasks.photos", { photos })}</span>`}</div>
</form>`;
}

/** The line in which the script lists unsent reports. */
export const offlineNews = ({ t }: Speech): Html =>
  html`<p class="notice" role="status" data-news hidden data-offline="${t("pages.tasks.offline")}" data-waiting="${t("pages.tasks.waiting", { count: "{count}" })}" data-sent="${t("pages.tasks.sent")}" data-refused="${t("pages.tasks.refused")}"></p>`;

/** The times of one day, or of several. */
function windowOf({ dueFrom, dueUntil }: LinkedTask, { t, language }: Speech): string {
  const isOneDay = dayOfInstant(dueFrom) === dayOfInstant(dueUntil);
  const [from, until] = [moment(dueFrom, language, true), moment(dueUntil, language, !isOneDay)];
  return `${from}, ${t("pages.tasks.until", { moment: until })}`;
}

function moment(reading: number, language: Language, withDay: boolean): string {
  const format = new Intl.DateTimeFormat(regionalLocale(language), {
    ...(withDay ? ({ weekday: "short", day: "numeric", month: "short" } as const) : {}),
    ...({ hour: "numeric", minute: "2-digit", timeZone: "UTC" } as const),
  });
  return format.format(reading);
}
