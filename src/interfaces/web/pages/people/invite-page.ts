import type { ErrorsByAttribute } from "../../../../kernel/errors.ts";
import { roles } from "../../../../modules/platform/access/roles.ts";
import type { ListedInvitation } from "../../../../modules/platform/people/invitations.ts";
import type { Membership } from "../../../../modules/platform/people/memberships.ts";
import type { SignedIn } from "../../session.ts";
import { csrfField } from "../csrf.ts";
import { type Html, html } from "../html.ts";
import { page } from "../layout.ts";
import { dayInWords } from "../moments.ts";

/** The content of the invite page. */
interface InviteView {
  readonly user: SignedIn;
  /** The accounts that the person owns, with pending invitations. */
  readonly owned: readonly { readonly membership: Membership; readonly open: readonly ListedInvitation[] }[];
  readonly wanted: { readonly account: number; readonly email: string; readonly role: string };
  readonly messages?: ErrorsByAttribute;
  readonly news?: string | undefined;
}

/** The page on which an owner invites people and withdraws invitations. */
export function invitePage({ user, owned, wanted, messages = {}, news }: InviteView): string {
  const problems = Object.entries(messages).flatMap(([name, texts]) => texts.map((text) => sentence(name, text)));
  const body = html`<div class="heading"><div class="words"><h1>Invite a person</h1>
<p class="lead">We email them a link that works once, for seven days.</p></div></div>
${news === undefined ? undefined : html`<p class="notice good" role="status">${news}</p>`}
<section class="card" aria-label="The invitation">
${problems.length === 0 ? undefined : html`<div class="notice bad" role="alert">${problems.map((problem) => html`<p>${problem}</p>`)}</div>`}
<form class="fields" method="post" action="/invitations">
${csrfField(user.session)}
${choice(
  "account",
  "For",
  String(wanted.account),
  owned.map(({ membership }) => [String(membership.accountId), membership.businessName]),
)}
<div class="field">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="off" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="320" required value="${wanted.email}">
</div>
${choice(
  "role",
  "As",
  wanted.role,
  roles.map((role) => [role, role]),
)}
<div class="actions"><button class="button primary" type="submit">Send the invitation</button><a class="button quiet" href="/applications">Cancel</a></div>
</form>
</section>
${owned.filter(({ open }) => open.length > 0).map(({ membership, open }) => openSection(user, membership, open))}`;
  return page({ title: "Invite a person", body, user });
}

function choice(name: string, label: string, chosen: string, options: readonly (readonly [string, string])[]): Html {
  return html`<div class="field">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}" required>${options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : undefined}>${text}</option>`,
  )}</select>
</div>`;
}

function openSection(user: SignedIn, { accountId, businessName }: Membership, open: readonly ListedInvitation[]): Html {
  const heading = `open-${accountId}`;
  return html`<section class="card" aria-labelledby="${heading}">
<h2 id="${heading}">Invited to ${businessName}</h2>
<ul class="installed">${open.map(
    ({ id, email, role, expiresAt }) => html`<li>
<div><h3>${email}</h3><p class="when">As ${role}, until ${dayInWords(expiresAt)}</p></div>
<form method="post" action="/accounts/${accountId}/invitations/${id}/withdraw">${csrfField(user.session)}<button class="button danger small" type="submit" aria-label="Withdraw the invitation of ${email}">Withdraw</button></form>
</li>`,
  )}</ul>
</section>`;
}

function sentence(name: string, text: string): string {
  const subject = { email: "The address", account: "The account", role: "The role" }[name] ?? "The account";
  return `${subject} ${text}.`;
}
