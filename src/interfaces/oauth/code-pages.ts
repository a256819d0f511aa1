import type { OAuthError } from "../../modules/platform/access/tokens/oauth-error.ts";
import { copyScriptUrl } from "../web/pages/assets/copy-script.ts";
import { html } from "../web/pages/html.ts";
import { page } from "../web/pages/layout.ts";
import type { SignedIn } from "../web/session.ts";

/** Shows a code to copy, for applications without a redirect URI (`urn:ietf:wg:oauth:2.0:oob`). */
export function codePage(user: SignedIn, application: string, code: string, minutes: number): string {
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">Copy this code into ${application}</h1>
<p class="lead">It works once and expires in ${minutes} minutes.</p>
<code class="secret" id="code" data-copy="code">${code}</code>
<p class="notice">Do not share this code. It represents your consent.</p>
</section>`;
  return page({ title: "Your code", body, user, narrow: true, script: copyScriptUrl });
}

/** Shows why there is no code, for applications without a redirect URI. */
export function noCodePage(user: SignedIn | undefined, application: string, error: OAuthError): string {
  const denied = error.error === "access_denied";
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">${denied ? "Not connected" : `${application} cannot be connected`}</h1>
<p class="lead">${denied ? `${application} has no access. You can close this page.` : error.message}</p>
<p class="fine">Error: <code id="error">${error.error}</code></p>
</section>`;
  return page({ title: denied ? "Not connected" : "Error", body, user, narrow: true });
}

/** Shown to a user who owns no account. */
export function noAccountPage(user: SignedIn, application: string, returnUrl: string | undefined): string {
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">You cannot connect ${application}</h1>
<p class="lead">Only an account's owner can connect applications, and you are not an owner. Ask an owner to open this page.</p>
${returnUrl === undefined ? undefined : html`<div class="actions"><a class="button primary" href="${returnUrl}" rel="noreferrer">Back to ${application}</a></div>`}
</section>`;
  return page({ title: `You cannot connect ${application}`, body, user, narrow: true });
}
