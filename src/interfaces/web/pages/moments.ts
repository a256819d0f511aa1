import { defaultLanguage, type Language, regionalLocale } from "@roost/messages/languages.ts";
import { lazy } from "../../../core/lazy.ts";
import { type Html, html } from "./html.ts";

const relative = lazy(() => new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" }));

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A date in words, such as 20 November 2026. @param at epoch milliseconds */
export function dayInWords(at: number, language: Language = defaultLanguage): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso.slice(0, 10)}">${dayText(at, language)}</time>`;
}

/** The day of a reading of the house's clock, as plain text. */
export function dayText(at: number, language: Language): string {
  return new Intl.DateTimeFormat(regionalLocale(language), { dateStyle: "long", timeZone: "UTC" }).format(at);
}

/** A past time in words. Uses are recorded every ten minutes, so nothing finer is shown. @param now epoch milliseconds */
export function agoInWords(at: number, now: number): Html {
  const iso = `${new Date(at).toISOString().slice(0, 19)}Z`;
  return html`<time datetime="${iso}" title="${iso}">${ago(now - at)}</time>`;
}

function ago(span: number): string {
  if (span < hour) return "within the last hour";
  if (span < day) return relative().format(-Math.floor(span / hour), "hour");
  if (span < 60 * day) return relative().format(-Math.floor(span / day), "day");
  return relative().format(-Math.floor(span / (30 * day)), "month");
}
