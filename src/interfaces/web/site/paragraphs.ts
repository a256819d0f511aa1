import { type Html, html } from "../pages/html.ts";

/** A person's text as paragraphs: blank lines separate them, other line breaks stay. */
export function paragraphs(text: string): Html {
  const parts = text.trim().split(/\r?\n\s*\r?\n/);
  return html`${parts.map((part) => html`<p>${part.split(/\r?\n/).map((line, index) => (index === 0 ? line : html`<br>${line}`))}</p>\n`)}`;
}
