import { type Scope, scopes as words } from "../../../kernel/access/scopes.ts";
import { groupsOf } from "../../../modules/platform/access/scope-groups.ts";
import { type Html, html } from "./html.ts";

/** Longer lists are grouped by subject, and folded where scopes are not the page's main subject. */
const maxUngrouped = 5;

/** An application's permissions, in plain words. */
export function scopeList(scopes: readonly Scope[]): Html {
  if (scopes.length <= maxUngrouped) return html`<ul class="scopes">${scopes.map(scopeItem)}</ul>`;
  return html`<div class="groups">${groupsOf(scopes).map(
    (group) =>
      html`<div><h3 class="subject">${group.title}</h3><ul class="scopes">${group.scopes.map(scopeItem)}</ul></div>`,
  )}</div>`;
}

/** The same, folded if it is long. */
export function foldedScopeList(scopes: readonly Scope[]): Html {
  if (scopes.length <= maxUngrouped) return scopeList(scopes);
  const subjects = groupsOf(scopes)
    .map(({ title }) => title.toLowerCase())
    .join(", ");
  return html`<details><summary>${scopes.length} permissions: ${subjects}</summary>${scopeList(scopes)}</details>`;
}

function scopeItem(scope: Scope): Html {
  return html`<li>${words[scope]}</li>`;
}
