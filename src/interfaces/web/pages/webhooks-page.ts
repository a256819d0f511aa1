import type { Installation } from "../../../modules/platform/access/applications/installations.ts";
import type { Membership } from "../../../modules/platform/people/memberships.ts";
import type { AttemptSummary, EndpointSummary } from "../../../modules/records/webhooks/endpoint/endpoint-summary.ts";
import type { SignedIn } from "../session.ts";
import { csrfField } from "./csrf.ts";
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";
import { agoInWords, dayInWords } from "./moments.ts";

/** The content of an application's webhooks page. */
export interface WebhooksView {
  readonly user: SignedIn;
  readonly membership: Membership;
  readonly installation: Installation;
  readonly endpoints: readonly EndpointSummary[];
  /** The result of the last action. */
  readonly news?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The path of an application's webhooks page. */
export function webhooksPath({ accountId, applicationId }: Pick<Installation, "accountId" | "applicationId">): string {
  return `/accounts/${accountId}/applications/${applicationId}/webhooks`;
}

/** An application's endpoints in an account, with recent deliveries. */
export function webhooksPage({ user, membership, installation, endpoints, news, now }: WebhooksView): string {
  const { name } = installation;
  const body = html`<div class="heading">
<div class="words"><h1>Webhooks of ${name}</h1><p class="lead">Where ${name} receives events of ${membership.businessName}.</p></div>
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
<p>${stateOf(endpoint)} ${waiting === 0 ? undefined : `${waiting} ${waiting === 1 ? "message" : "messages"} queued.`}</p>
<p class="fine">${types === undefined ? "Receives all events that it may read." : `Receives ${types.join(", ")}.`}</p>
<form method="post" action="${to}/${enabled ? "disable" : "enable"}">${csrfField(user.session)}
<button class="button ${enabled ? "danger" : ""} small" type="submit" aria-label="${enabled ? "Disable" : "Enable"} ${url}">${enabled ? "Disable" : "Enable"}</button></form>
${attempts.length === 0 ? html`<p class="empty">No recent deliveries.</p>` : attemptsTable({ user, installation, endpoint, now })}
</section>`;
}

function stateOf({ enabled, disabledReason, failingSince }: EndpointSummary): Html {
  if (disabledReason === "gone") return html`Disabled: the endpoint responded that it is gone.`;
  if (disabledReason !== undefined) return html`Disabled after failing for five days.`;
  if (!enabled) return html`Not receiving events.`;
  if (failingSince !== undefined) return html`Failing since ${dayInWords(failingSince)}.`;
  return html`No failures.`;
}

function attemptsTable(one: OneEndpoint): Html {
  const { attempts, url } = one.endpoint;
  return html`<div class="scrolls" role="region" aria-label="What was last sent to ${url}" tabindex="0"><table class="sent">
<thead><tr><th scope="col">Sent</th><th scope="col">Event</th><th scope="col">Response</th><th scope="col">Duration</th><th scope="col">Resend</th></tr></thead>
<tbody>${attempts.map((attempt) => attemptRow(attempt, one))}</tbody></table></div>`;
}

function attemptRow(attempt: AttemptSummary, { user, installation, endpoint, now }: OneEndpoint): Html {
  const { id, type, status, succeeded, error, milliseconds, at } = attempt;
  const replay = html`<form method="post" action="${webhooksPath(installation)}/deliveries/${id}/replay">${csrfField(user.session)}
<button class="button small" type="submit" aria-label="Send ${type} again">Send again</button></form>`;
  const answer = `${succeeded ? "Delivered" : "Failed"}${status === undefined ? "" : ` (${status})`}`;
  return html`<tr><td>${agoInWords(at, now)}</td><td>${type}</td><td>${answer}${error === undefined ? "" : `: ${error}`}</td><td>${milliseconds} ms</td><td>${endpoint.enabled ? replay : undefined}</td></tr>`;
}
