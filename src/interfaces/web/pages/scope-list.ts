import { type Scope, scopes as words } from "../../../kernel/access/scopes.ts";
import { groupsOf } from "../../../modules/platform/access/scope-groups.ts";
import { type Html, html } from "./html.ts";

/** So many scopes are read at a glance; more are grouped by subject, and folded where they are not the point of the page. */
const atAGlance = 5;

/** What an application may do, in plain words. */
export function scopeList(scopes: readonly Scope[]): Html {
  if (scopes.length <= atAGlance) return html`<ul class="scopes">${scopes.map(scopeItem)}</ul>`;
  return html`<div class="groups">${groupsOf(scopes).map(
    (group) =>
      html`<div><h3 class="subject">${group.title}</h3><ul class="scopes">${group.scopes.map(scopeItem)}</ul></div>`,
  )}</div>`;
}

/** The same, folded when it is long. */
export function foldedScopeList(scopes: readonly Scope[]): Html {
  if (scopes.length <= atAGlance) return scopeList(scopes);
  const subjects = groupsOf(scopes)
    .map(({ title }) => title.toLowerCase())
    .join(", ");
  return html`<details><summary>May do ${scopes.length} things: ${subjects}</summary>${scopeList(scopes)}</details>`;
}

function scopeItem(scope: Scope): Html {
  return html`<li>${words[scope]}</li>`;
}
