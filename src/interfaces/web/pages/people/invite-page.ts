import { roles } from "../../../../modules/platform/access/roles.ts";
import type { ListedInvitation } from "../../../../modules/platform/people/invitations.ts";
import type { Membership } from "../../../../modules/platform/people/memberships.ts";
import type { SignedIn } from "../../session.ts";
import { csrfField } from "../csrf.ts";
import { type Html, html } from "../html.ts";
import { page } from "../layout.ts";
import { dayInWords } from "../moments.ts";
import type { Speech } from "../speech.ts";

/** The content of the invite page. */
interface InviteView {
  readonly user: SignedIn;
  /** The accounts that the person owns, with pending invitations. */
  readonly owned: readonly { readonly membership: Membership; readonly open: readonly ListedInvitation[] }[];
  readonly input: { readonly account: number; readonly email: string; readonly role: string };
  readonly problem?: string | undefined;
  readonly news?: string | undefined;
}

/** The page on which an owner invites people and withdraws invitations. */
export function invitePage({ user, owned, input, problem, news }: InviteView, speech: Speech): string {
  const { t } = speech;
  const title = t("pages.people.invite.title");
  const body = html`<div class="heading"><div class="words"><h1>${title}</h1>
<p class="lead">${t("pages.people.invite.lead")}</p></div></div>
${news === undefined ? undefined : html`<p class="notice good" role="status">${news}</p>`}
<section class="card" aria-label="${t("pages.people.invite.form")}">
${problem === undefined ? undefined : html`<div class="notice bad" role="alert"><p>${problem}</p></div>`}
<form class="fields" method="post" action="/invitations">
${csrfField(user.session)}
${choice(
  "account",
  t("pages.people.invite.account"),
  String(input.account),
  owned.map(({ membership }) => [String(membership.accountId), membership.businessName]),
)}
<div class="field">
<label for="email">${t("pages.people.email")}</label>
<input id="email" name="email" type="email" autocomplete="off" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="320" required value="${input.email}">
</div>
${choice(
  "role",
  t("pages.people.invite.role"),
  input.role,
  roles.map((role) => [role, t(`mails.invitation.roles.${role}`)]),
)}
<div class="actions"><button class="button primary" type="submit">${t("pages.people.invite.send")}</button><a class="button quiet" href="/console/settings/people">${t("pages.people.cancel")}</a></div>
</form>
</section>
${owned.filter(({ open }) => open.length > 0).map(({ membership, open }) => openSection(user, membership, open, speech))}`;
  return page({ title, body, user, speech });
}

function choice(name: string, label: string, chosen: string, options: readonly (readonly [string, string])[]): Html {
  return html`<div class="field">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}" required>${options.map(
    ([value, text]) => html`<option value="${value}"${value === chosen ? html` selected` : undefined}>${text}</option>`,
  )}</select>
</div>`;
}

function openSection(
  user: SignedIn,
  { accountId, businessName: host }: Membership,
  open: readonly ListedInvitation[],
  { t, language }: Speech,
): Html {
  const heading = `open-${accountId}`;
  return html`<section class="card" aria-labelledby="${heading}">
<h2 id="${heading}">${t("pages.people.invite.open", { host })}</h2>
<ul class="installed">${open.map(
    ({ id, email, role, expiresAt }) => html`<li>
<div><h3>${email}</h3><p class="when">${t(`mails.invitation.roles.${role}`)}, ${t("pages.people.invite.until")} ${dayInWords(expiresAt, language)}</p></div>
<form method="post" action="/accounts/${accountId}/invitations/${id}/withdraw">${csrfField(user.session)}<button class="button danger small" type="submit" aria-label="${t("pages.people.invite.withdrawOf", { email })}">${t("pages.people.invite.withdraw")}</button></form>
</li>`,
  )}</ul>
</section>`;
}
