import { csrfField } from "../../web/pages/csrf.ts";
import { html } from "../../web/pages/html.ts";
import { page } from "../../web/pages/layout.ts";
import type { ConnectorRequest } from "./connector-request.ts";

/** What the page has to say. */
interface ConnectorForm {
  readonly request: ConnectorRequest;
  /** The secret that this browser was given. */
  readonly visit: Buffer;
  /** Why the page is shown again. */
  readonly problem?: string | undefined;
}

/** The page on which a person pastes the token for an agent. What was pasted is never written into a page. */
export function connectorPage({ request, visit, problem }: ConnectorForm): string {
  const wrong = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem hint"`;
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">Connect an AI agent</h1>
<p class="lead">It would like to read from Roost, and cannot change anything.</p>
${problem === undefined ? undefined : html`<p class="notice bad" id="problem" role="alert">${problem}</p>`}
<form class="fields" method="post" action="/mcp/oauth/authorize">
${csrfField(visit)}
${request.parameters.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}
<div class="field">
<label for="token">Token</label>
<input id="token" name="token" type="password" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200" required autofocus${wrong ?? html` aria-describedby="hint"`}>
<p class="hint" id="hint">It begins with mcp_ and comes from whoever runs this Roost. It decides which accounts the agent sees.</p>
</div>
<div class="actions">
<button class="button primary" type="submit" name="decision" value="connect">Connect</button>
<button class="button" type="submit" name="decision" value="deny" formnovalidate>Don’t connect</button>
</div>
</form>
<p class="fine">Then you are taken back to <strong>${placeOf(request.to.redirectUri)}</strong>, which gets the token. Connect only what you have
just set up yourself.</p>
</section>`;
  return page({ title: "Connect an AI agent", body, narrow: true });
}

/** Where a redirect URI leads, as a person knows it: the host, or the program that opens links of a private scheme. */
function placeOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === "https:" || protocol === "http:"
    ? host
    : `the program on this device that opens ${protocol}// links`;
}
