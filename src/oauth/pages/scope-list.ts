import { type Scope, scopes as words } from "../../kernel/scopes.ts";
import { type Html, html } from "./html.ts";

/** So many scopes are read at a glance; more are folded. */
const atAGlance = 5;

/** What an application may do, in plain words. */
export function scopeList(scopes: readonly Scope[]): Html {
  const many = scopes.length > atAGlance ? " many" : "";
  return html`<ul class="scopes${many}">${scopes.map((scope) => html`<li>${words[scope]}</li>`)}</ul>`;
}

/** The same, folded when it is long. */
export function foldedScopeList(scopes: readonly Scope[]): Html {
  if (scopes.length <= atAGlance) return scopeList(scopes);
  return html`<details><summary>May do ${scopes.length} things</summary>${scopeList(scopes)}</details>`;
}
