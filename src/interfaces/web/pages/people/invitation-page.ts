import type { OpenInvitation } from "../../../../modules/platform/people/invitations.ts";
import type { SignedIn } from "../../session.ts";
import { chosenFields } from "../chosen-fields.ts";
import { csrfField } from "../csrf.ts";
import { type Html, html } from "../html.ts";
import { page } from "../layout.ts";
import type { Speech } from "../speech.ts";

/** The problems of the last attempt. */
interface NewcomerProblems {
  readonly attempt?: string | undefined;
  readonly name?: string | undefined;
  readonly chosen?: string | undefined;
}

/** An invitation, its token and the reader's language. */
interface Invited {
  readonly token: string;
  readonly speech: Speech;
  readonly invitation: OpenInvitation;
}

/** The page for a new person, with fields for their name and password. */
export function newcomerPage(
  { token, invitation, speech }: Invited,
  visit: Buffer,
  name: string,
  problems: NewcomerProblems = {},
): string {
  const { t } = speech;
  const wrong = problems.name === undefined ? undefined : html` aria-invalid="true" aria-describedby="name-error"`;
  const form = html`${problems.attempt === undefined ? undefined : html`<p class="notice bad" role="alert">${problems.attempt}</p>`}
<form class="fields" method="post" action="/invitations/${token}">
${csrfField(visit)}
<label for="email" hidden>${t("pages.people.email")}</label><input id="email" type="email" name="email" value="${invitation.email}" autocomplete="username" hidden readonly>
<div class="field">
<label for="name">${t("pages.people.invitation.name")}</label>
<input id="name" name="name" autocomplete="name" maxlength="150" required value="${name}"${wrong}>
${problems.name === undefined ? undefined : html`<div class="error" id="name-error" role="alert"><p>${problems.name}</p></div>`}
</div>
${chosenFields(t, { problem: problems.chosen, label: t("pages.people.password"), repeat: t("pages.people.chosen.repeat") })}
<div class="actions"><button class="button primary" type="submit">${t("pages.people.invitation.accept")}</button></div>
</form>`;
  return invitationPage(invitation, form, speech);
}

/** The page for a person with a password, who may be signed in as the invited person, as another one, or not at all. */
export function existingUserPage(
  { token, invitation, speech }: Invited,
  user: SignedIn | undefined,
  problem?: string,
): string {
  const { t } = speech;
  const isTheirs = user?.email.toLowerCase() === invitation.email.toLowerCase();
  const way = !user
    ? html`<div class="actions"><a class="button primary" href="/sign_in?return_to=${encodeURIComponent(`/invitations/${token}`)}">${t("pages.people.invitation.signIn")}</a></div>`
    : isTheirs
      ? html`<form class="actions" method="post" action="/invitations/${token}">${csrfField(user.session)}<button class="button primary" type="submit">${t("pages.people.invitation.accept")}</button></form>`
      : html`<p class="notice bad" role="alert">${t("pages.people.invitation.otherUser", { email: user.email })}</p>`;
  const body = html`${problem === undefined ? undefined : html`<p class="notice bad" role="alert">${problem}</p>`}${way}`;
  return invitationPage(invitation, body, speech, user);
}

function invitationPage(
  { businessName: host, email, role }: OpenInvitation,
  rest: Html,
  speech: Speech,
  user?: SignedIn,
): string {
  const { t } = speech;
  const title = t("pages.people.invitation.join", { host });
  const lead = t("pages.people.invitation.invited", { email, role: t(`mails.invitation.roles.${role}`) });
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">${title}</h1>
<p class="lead">${lead}</p>
${rest}
</section>`;
  return page({ title, body, user, narrow: true, speech });
}
