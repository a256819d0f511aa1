import type { Installation } from "../../../modules/platform/access/applications/installations.ts";
import type { Membership } from "../../../modules/platform/people/memberships.ts";
import type { AttemptSummary, EndpointSummary } from "../../../modules/records/webhooks/endpoint/endpoint-summary.ts";
import type { SignedIn } from "../session.ts";
import { csrfField } from "./csrf.ts";
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";
import { agoInWords, dayInWords } from "./moments.ts";

/** What the page about an application's webhook endpoints shows. */
export interface WebhooksView {
  readonly user: SignedIn;
  readonly membership: Membership;
  readonly installation: Installation;
  readonly endpoints: readonly EndpointSummary[];
  /** A message about what was just done. */
  readonly news?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Where the endpoints of an application are shown. */
export function webhooksPath({ accountId, applicationId }: Pick<Installation, "accountId" | "applicationId">): string {
  return `/accounts/${accountId}/applications/${applicationId}/webhooks`;
}

/** The endpoints of an application in an account, with what was last sent to them. */
export function webhooksPage({ user, membership, installation, endpoints, news, now }: WebhooksView): string {
  const { name } = installation;
  const body = html`<div class="heading">
<div class="words"><h1>Webhooks of ${name}</h1><p class="lead">Where ${name} is told of changes in ${membership.businessName}.</p></div>
<div class="actions"><a class="button" href="/applications">Back to applications</a></div>
</div>
${news === undefined ? undefined : html`<p class="notice good" role="status">${news}</p>`}
${endpoints.length === 0 ? html`<section class="card"><p class="empty">${name} has no webhook endpoints here.</p></section>` : undefined}
${endpoints.map((endpoint) => endpointSection({ user, installation, endpoint, now }))}`;
  return page({ title: `Webhooks of ${name}`, body, user });
}

interface OneEndpoint extends Pick<WebhooksView, "user" | "installation" | "now"> {
  readonly endpoint: EndpointSummary;
}

function endpointSection({ user, installation, endpoint, now }: OneEndpoint): Html {
  const { id, url, description, types, enabled, waiting, attempts } = endpoint;
  const heading = `endpoint-${id}`;
  const to = `${webhooksPath(installation)}/${id}`;
  return html`<section class="card" aria-labelledby="${heading}">
<div class="heading"><h2 id="${heading}" class="address">${url}</h2><span class="tag">${enabled ? "Enabled" : "Disabled"}</span></div>
${description === undefined ? undefined : html`<p class="lead">${description}</p>`}
<p>${stateOf(endpoint)} ${waiting === 0 ? undefined : `${waiting} ${waiting === 1 ? "message waits" : "messages wait"} for it.`}</p>
<p class="fine">${types === undefined ? "It is told of everything that it may read." : `It is told of ${types.join(", ")}.`}</p>
<form method="post" action="${to}/${enabled ? "disable" : "enable"}">${csrfField(user.session)}
<button class="button ${enabled ? "danger" : ""} small" type="submit" aria-label="${enabled ? "Disable" : "Enable"} ${url}">${enabled ? "Disable" : "Enable"}</button></form>
${attempts.length === 0 ? html`<p class="empty">Nothing was sent to it in the last days.</p>` : attemptsTable({ user, installation, endpoint, now })}
</section>`;
}

function stateOf({ enabled, disabledReason, failingSince }: EndpointSummary): Html {
  if (disabledReason === "gone") return html`It was disabled because it answered that it is gone.`;
  if (disabledReason !== undefined) return html`It was disabled because it failed for five days.`;
  if (!enabled) return html`Nothing is sent to it.`;
  if (failingSince !== undefined) return html`It has been failing since ${dayInWords(failingSince)}.`;
  return html`It works, as far as anything was sent.`;
}

function attemptsTable(one: OneEndpoint): Html {
  const { attempts, url } = one.endpoint;
  return html`<div class="scrolls" role="region" aria-label="What was last sent to ${url}" tabindex="0"><table class="sent">
<thead><tr><th scope="col">Sent</th><th scope="col">What</th><th scope="col">Answer</th><th scope="col">Took</th><th scope="col">Again</th></tr></thead>
<tbody>${attempts.map((attempt) => attemptRow(attempt, one))}</tbody></table></div>`;
}

function attemptRow(attempt: AttemptSummary, { user, installation, endpoint, now }: OneEndpoint): Html {
  const { id, type, status, succeeded, error, milliseconds, at } = attempt;
  const replay = html`<form method="post" action="${webhooksPath(installation)}/deliveries/${id}/replay">${csrfField(user.session)}
<button class="button small" type="submit" aria-label="Send ${type} again">Send again</button></form>`;
  const answer = `${succeeded ? "Taken" : "Failed"}${status === undefined ? "" : ` (${status})`}`;
  return html`<tr><td>${agoInWords(at, now)}</td><td>${type}</td><td>${answer}${error === undefined ? "" : `: ${error}`}</td><td>${milliseconds} ms</td><td>${endpoint.enabled ? replay : undefined}</td></tr>`;
}
