import type { Installation } from "../../../modules/platform/access/applications/installations.ts";
import type { Membership } from "../../../modules/platform/people/memberships.ts";
import type { EndpointCount } from "../../../modules/records/webhooks/endpoint/endpoint-summary.ts";
import type { SignedIn } from "../session.ts";
import { csrfField } from "./csrf.ts";
import { type Html, html } from "./html.ts";
import { page } from "./layout.ts";
import { agoInWords, dayInWords } from "./moments.ts";
import { foldedScopeList, scopeList } from "./scope-list.ts";
import { webhooksPath } from "./webhooks-page.ts";

/** The content of the applications page. */
export interface ApplicationsView {
  readonly user: SignedIn;
  /** The accounts whose applications the person can see. */
  readonly memberships: readonly Membership[];
  /** The person's other accounts, whose applications they cannot see. */
  readonly others: readonly Membership[];
  readonly installations: readonly Installation[];
  /** The number of webhook endpoints of each installed application. */
  readonly webhooks: readonly EndpointCount[];
  /** The result of the last action. */
  readonly news?: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** The path of an installation's uninstall page. */
export function uninstallPath(accountId: number, applicationId: number): string {
  return `/accounts/${accountId}/applications/${applicationId}/uninstall`;
}

/** The applications of all of a person's accounts. */
export function applicationsPage(view: ApplicationsView): string {
  const { user, memberships, others, installations, news } = view;
  const owns = memberships.some(({ role }) => role === "owner");
  const body = html`<div class="heading">
<div class="words"><h1>Applications</h1><p class="lead">Applications with access to your ${memberships.length > 1 ? "accounts" : "account"}, and their permissions.</p></div>
${owns ? html`<div class="actions"><a class="button" href="/invitations/new">Invite a person</a><a class="button" href="/applications/new">Register an application</a></div>` : undefined}
</div>
${news === undefined ? undefined : html`<p class="notice good" role="status">${news}</p>`}
${memberships.length === 0 ? nothingToSetUp(others) : undefined}
${memberships.map((membership) =>
  accountSection(
    membership,
    installations.filter(({ accountId }) => accountId === membership.accountId),
    view,
  ),
)}`;
  return page({ title: "Applications", body, user });
}

function nothingToSetUp(others: readonly Membership[]): Html {
  const names = new Intl.ListFormat("en-GB").format(others.map(({ businessName }) => businessName));
  return html`<section class="card"><h2>You are all set</h2>
<p class="lead">${others.length > 0 ? `You belong to ${names}.` : "You do not belong to an account."} Owners and managers connect applications, such as a cleaning plan. Ask them if something is missing here.</p>
<div class="actions"><a class="button" href="/password">Change your password</a></div></section>`;
}

type AccountContext = Pick<ApplicationsView, "webhooks" | "now">;

function accountSection(membership: Membership, installations: readonly Installation[], context: AccountContext): Html {
  const heading = `account-${membership.accountId}`;
  return html`<section class="card" aria-labelledby="${heading}">
<div class="heading"><h2 id="${heading}">${membership.businessName}</h2><span class="tag">You are ${membership.role === "owner" ? "an owner" : "a manager"}</span></div>
${
  installations.length === 0
    ? html`<p class="empty">No application uses this account yet.</p>`
    : html`<ul class="installed">${installations.map((installation) => installed(installation, membership, context))}</ul>`
}
</section>`;
}

function installed(installation: Installation, { role }: Membership, { webhooks, now }: AccountContext): Html {
  const { name, accountId, applicationId, own, installedAt, lastUsedAt, scopes } = installation;
  const used = lastUsedAt === undefined ? "never used" : html`last used ${agoInWords(lastUsedAt, now)}`;
  return html`<li>
<div class="parties"><span class="tile" aria-hidden="true">${initial(name)}</span>
<div><h3>${name}</h3><p class="when">Installed ${dayInWords(installedAt)}, ${used}</p></div></div>
${own ? html`<p class="fine">Roost itself. It owns the tokens that your administrator creates on the command line.</p>` : undefined}
${foldedScopeList(scopes)}
${webhooksOf(installation, webhooks)}
${role === "owner" ? html`<a class="button danger small" href="${uninstallPath(accountId, applicationId)}" aria-label="Uninstall ${name}">Uninstall</a>` : undefined}
</li>`;
}

function webhooksOf(installation: Installation, webhooks: readonly EndpointCount[]): Html | undefined {
  const { accountId, applicationId } = installation;
  const count = webhooks.find(({ account, application }) => account === accountId && application === applicationId);
  if (!count) return undefined;
  const { endpoints, troubled } = count;
  const state = troubled === 0 ? "" : `, ${troubled} of them failing or disabled`;
  return html`<p class="webhooks"><a href="${webhooksPath(installation)}">${endpoints} webhook ${endpoints === 1 ? "endpoint" : "endpoints"}</a>${state}</p>`;
}

/** The confirmation page for uninstalling an application. */
export function uninstallPage(user: SignedIn, membership: Membership, installation: Installation): string {
  const { name, accountId, applicationId, scopes } = installation;
  const body = html`<section class="card" aria-labelledby="heading">
<div class="parties"><span class="tile" aria-hidden="true">${initial(name)}</span>
<h1 id="heading">Uninstall ${name}?</h1></div>
<p class="lead">It immediately loses access to ${membership.businessName}, and its tokens stop working. Records that it created stay.</p>
<h2>It will no longer be able to</h2>
${scopeList(scopes)}
<p class="fine">It may ask for access again; then you decide.</p>
<div class="actions">
<form method="post" action="${uninstallPath(accountId, applicationId)}">${csrfField(user.session)}
<button class="button danger sure" type="submit">Uninstall</button></form>
<a class="button" href="/applications">Keep it</a>
</div>
</section>`;
  return page({ title: `Uninstall ${name}`, body, user, narrow: true });
}

function initial(name: string): string {
  return [...name.trim()][0] ?? "?";
}
