import { csrfField } from "../../web/pages/csrf.ts";
import { html } from "../../web/pages/html.ts";
import { page } from "../../web/pages/layout.ts";
import type { ConnectorRequest } from "./connector-request.ts";

/** The contents of the page. */
interface ConnectorForm {
  readonly request: ConnectorRequest;
  /** From the client's document; undefined if it has none. */
  readonly clientName: string | undefined;
  /** This browser's visit secret. */
  readonly visit: Buffer;
  /** The problem because of which the form is shown again. */
  readonly problem?: string | undefined;
}

/** The page where a user pastes an agent's token. It never echoes the token. */
export function connectorPage({ request, clientName, visit, problem }: ConnectorForm): string {
  const wrong = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem hint"`;
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">Connect an AI agent</h1>
${
  clientName === undefined
    ? undefined
    : html`<p>The program calls itself <strong>${clientName}</strong>, of <strong>${new URL(request.clientId).host}</strong>.</p>
`
}<p class="lead">The agent wants to read your data in Roost. It cannot change anything.</p>
${problem === undefined ? undefined : html`<p class="notice bad" id="problem" role="alert">${problem}</p>`}
<form class="fields" method="post" action="/mcp/oauth/authorize">
${csrfField(visit)}
${request.parameters.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`)}
<div class="field">
<label for="token">Token</label>
<input id="token" name="token" type="password" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200" required autofocus${wrong ?? html` aria-describedby="hint"`}>
<p class="hint" id="hint">The token starts with mcp_ and comes from your Roost administrator. It determines which accounts the agent can read.</p>
</div>
<div class="actions">
<button class="button primary" type="submit" name="decision" value="connect">Connect</button>
<button class="button" type="submit" name="decision" value="deny" formnovalidate>Don’t connect</button>
</div>
</form>
<p class="fine">You then return to <strong>${destinationOf(request.to.redirectUri)}</strong>, which receives the token. Connect only a program that you
have just set up yourself.</p>
</section>`;
  return page({ title: "Connect an AI agent", body, narrow: true });
}

/** Names the destination of a redirect URI: its host, or the program that opens links with a private scheme. */
function destinationOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return protocol === "https:" || protocol === "http:"
    ? host
    : `the program on this device that opens ${protocol}// links`;
}
