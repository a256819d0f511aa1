import { scopes as words } from "../../kernel/access/scopes.ts";
import { outOfBand } from "../../modules/platform/access/applications/redirect-uri.ts";
import type { Membership } from "../../modules/platform/people/memberships.ts";
import { csrfField } from "../web/pages/csrf.ts";
import { type Html, html } from "../web/pages/html.ts";
import { page } from "../web/pages/layout.ts";
import type { SignedIn } from "../web/session.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";

/** The contents of the consent page. */
export interface Consent {
  readonly request: AuthorizationRequest;
  readonly user: SignedIn;
  /** The accounts that this user may connect; at least one. */
  readonly accounts: readonly Membership[];
  /** The account that the application requested. */
  readonly preselected: Membership | undefined;
  /** The problem because of which the page is shown again. */
  readonly problem?: string;
}

/** The page that names the application, the account and each scope, and asks for consent. */
export function consentPage({ request, user, accounts, preselected, problem }: Consent): string {
  const { application, scopes } = request;
  const [first, ...others] = accounts;
  const only = others.length === 0 ? first : undefined;
  const body = html`<section class="card" aria-labelledby="heading">
<div class="parties"><span class="tile" aria-hidden="true">${initial(application.name)}</span>
<h1 id="heading">Connect ${application.name}${only && html` with ${only.businessName}`}?</h1></div>
${problem === undefined ? undefined : html`<p class="notice bad" id="problem" role="alert">${problem}</p>`}
<p class="lead">${application.name} wants to:</p>
<ul class="scopes">
${scopes.map((scope) => html`<li>${words[scope]}</li>\n`)}</ul>
<form class="fields" method="post" action="/oauth/authorize">
${csrfField(user.session)}
${request.parameters
  .filter(([name]) => name !== "account_id")
  .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}
${only ? html`<input type="hidden" name="account_id" value="${only.accountId}">` : choice(accounts, preselected)}
<div class="actions">
<button class="button primary" type="submit" name="decision" value="approve">Connect</button>
<button class="button" type="submit" name="decision" value="deny" formnovalidate>Don’t connect</button>
</div>
</form>
<p class="fine">${
    request.redirectUri === outOfBand
      ? html`You then get a code to copy into ${application.name}.`
      : html`You then return to <strong>${new URL(request.redirectUri).host}</strong>.`
  } You can revoke access at any time by uninstalling ${application.name} under <a href="/console/settings/programs">Applications</a>.</p>
</section>`;
  return page({ title: `Connect ${application.name}`, body, user, narrow: true });
}

function choice(accounts: readonly Membership[], preselected: Membership | undefined): Html {
  return html`<fieldset class="field"><legend>Account</legend>
<div class="choices">
${accounts.map(
  ({ accountId, businessName }) =>
    html`<label><input type="radio" name="account_id" value="${accountId}" required${
      accountId === preselected?.accountId ? html` checked` : undefined
    }><span class="what">${businessName}</span></label>\n`,
)}</div></fieldset>`;
}

function initial(name: string): string {
  return [...name.trim()][0] ?? "?";
}
