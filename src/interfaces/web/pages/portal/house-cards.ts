import type { PortalStay } from "../../../../modules/stays/portal/read-stay.ts";
import type { House } from "../../../../modules/stays/portal/settings/released-house.ts";
import type { SettingsOfStay } from "../../../../modules/stays/portal/settings/settings-of-stay.ts";
import { type Html, html } from "../html.ts";
import type { Speech } from "../speech.ts";
import { fact, lines, momentText } from "./parts.ts";
import type { PersonalParts } from "./shown-portal.ts";

/** Whether the portal has a form for this stay. */
export const hasForm = ({ asksGuests, asksArrival, asksDocuments }: SettingsOfStay): boolean =>
  asksGuests || asksArrival || asksDocuments;

/** The guest's steps before arrival: the form and the agreement. Undefined if there is nothing to do. */
export function taskCard(
  path: string,
  stay: PortalStay,
  { settings, agreement, form }: PersonalParts,
  { t }: Speech,
): Html | undefined {
  const asksForm = hasForm(settings);
  if (stay.isCanceled || (!asksForm && !agreement)) return undefined;
  const task = (href: string, words: string, isDone: boolean): Html =>
    html`<li><a href="${href}">${words}</a> <span class="tag">${isDone ? t("pages.portal.tasks.done") : t("pages.portal.tasks.open")}</span></li>
`;
  return html`<section class="card" aria-labelledby="tasks">
<h2 id="tasks">${t("pages.portal.tasks.title")}</h2>
<ul class="tasks">
${asksForm ? task(`${path}/form`, t("pages.portal.form.title"), form !== undefined) : undefined}
${agreement && task(`${path}/agreement`, t("pages.portal.agreement.title"), agreement.signature !== undefined)}
</ul>
</section>`;
}

/** The check-in details and the door code, or the conditions for showing them; and the house rules. */
export function houseCards(house: House, speech: Speech): Html {
  const { t } = speech;
  const { rules } = house;
  return html`${checkinCard(house, speech)}
${
  rules === undefined
    ? undefined
    : html`<section class="card" aria-labelledby="rules">
<h2 id="rules">${t("pages.site.rental.rules")}</h2>
<p>${lines(rules)}</p>
</section>`
}`;
}

function checkinCard({ missing, releaseAt, details, doorCode }: House, speech: Speech): Html | undefined {
  const { t } = speech;
  if (missing.length === 0 && details === undefined && doorCode === undefined) return undefined;
  const content =
    missing.length > 0
      ? html`<p>${t("pages.portal.house.later")}</p>
<ul class="tasks">
${missing.map((what) => html`<li>${what === "time" ? t("pages.portal.house.shownFrom", { moment: momentText(releaseAt, "UTC", speech) }) : t(`pages.portal.house.missing.${what}`)}</li>\n`)}</ul>`
      : html`${doorCode === undefined ? undefined : html`<dl class="facts">${fact(t("pages.portal.house.doorCode"), html`<code class="secret">${doorCode}</code>`)}</dl>`}
${details === undefined ? undefined : html`<p>${lines(details)}</p>`}`;
  return html`<section class="card" aria-labelledby="house">
<h2 id="house">${t("pages.portal.house.title")}</h2>
${content}
</section>`;
}
