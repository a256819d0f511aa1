import { regionalLocale } from "@roost/messages/languages.ts";
import type { PortalVisit } from "../../../../modules/stays/portal/portal-code.ts";
import { csrfField } from "../csrf.ts";
import { type Html, html } from "../html.ts";
import type { Speech } from "../speech.ts";

/** A row of a list of facts. */
export const fact = (name: string, value: Html | string): Html => html`<div><dt>${name}</dt> <dd>${value}</dd></div>
`;

/** A form of a verified guest, which only their browser can send. */
export const guestForm = (visit: PortalVisit, action: string, fields: Html): Html =>
  html`<form class="fields" method="post" action="${action}">
${csrfField(visit.secret)}
${fields}
</form>`;

/** A button alone in its row. */
export const submitButton = (words: string, kind: "primary" | "danger" | "plain" = "primary"): Html =>
  html`<div class="actions"><button class="button${kind === "plain" ? "" : ` ${kind}`}" type="submit">${words}</button></div>`;

/** A person's texts, in their paragraphs and lines. */
export const lines = (text: string): Html =>
  html`${text.split("\n").map((line, index) => html`${index === 0 ? undefined : html`<br>`}${line}`)}`;

/** An hour of the day in words. @param hour may have quarters: 15.5 is half past three */
export function hourText(hour: number, { language }: Speech): string {
  return new Intl.DateTimeFormat(regionalLocale(language), { timeStyle: "short", timeZone: "UTC" }).format(
    hour * 3_600_000,
  );
}

/** A moment in words, in a time zone. @param at epoch milliseconds */
export function momentText(at: number, timeZone: string, { language }: Speech): string {
  return new Intl.DateTimeFormat(regionalLocale(language), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone,
  }).format(at);
}

/** Hides most of an address: `a…@example.com`. */
export const maskedEmail = (email: string): string => email.replace(/^(.).*@/u, "$1…@");
