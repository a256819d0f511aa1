import type { OpenInvitation } from "../../../../modules/platform/people/invitations.ts";
import type { SignedIn } from "../../session.ts";
import { chosenFields } from "../chosen-fields.ts";
import { csrfField } from "../csrf.ts";
import { type Html, html } from "../html.ts";
import { page } from "../layout.ts";

/** The problems of the last attempt. */
interface NewcomerProblems {
  readonly attempt?: string | undefined;
  readonly name?: string | undefined;
  readonly chosen?: string | undefined;
}

/** An invitation and its token. */
interface Invited {
  readonly token: string;
  readonly invitation: OpenInvitation;
}

/** The page for a new person, with fields for their name and password. */
export function newcomerPage(
  { token, invitation }: Invited,
  visit: Buffer,
  name: string,
  problems: NewcomerProblems = {},
): string {
  const wrong = problems.name === undefined ? undefined : html` aria-invalid="true" aria-describedby="name-error"`;
  const form = html`${problems.attempt === undefined ? undefined : html`<p class="notice bad" role="alert">${problems.attempt}</p>`}
<form class="fields" method="post" action="/invitations/${token}">
${csrfField(visit)}
<label for="email" hidden>E-mail address</label><input id="email" type="email" name="email" value="${invitation.email}" autocomplete="username" hidden readonly>
<div class="field">
<label for="name">Your name</label>
<input id="name" name="name" autocomplete="name" maxlength="150" required value="${name}"${wrong}>
${problems.name === undefined ? undefined : html`<div class="error" id="name-error" role="alert"><p>${problems.name}</p></div>`}
</div>
${chosenFields(problems.chosen, "Password")}
<div class="actions"><button class="button primary" type="submit">Accept the invitation</button></div>
</form>`;
  return invitationPage(invitation, form);
}

/** The page for a person with a password, who may be signed in as the invited person, as another one, or not at all. */
export function existingUserPage({ token, invitation }: Invited, user: SignedIn | undefined, problem?: string): string {
  const isTheirs = user?.email.toLowerCase() === invitation.email.toLowerCase();
  const way = !user
    ? html`<div class="actions"><a class="button primary" href="/sign_in?return_to=${encodeURIComponent(`/invitations/${token}`)}">Sign in to accept</a></div>`
    : isTheirs
      ? html`<form class="actions" method="post" action="/invitations/${token}">${csrfField(user.session)}<button class="button primary" type="submit">Accept the invitation</button></form>`
      : html`<p class="notice bad" role="alert">You are signed in as ${user.email}. Sign out and open the link again.</p>`;
  const body = html`${problem === undefined ? undefined : html`<p class="notice bad" role="alert">${problem}</p>`}${way}`;
  return invitationPage(invitation, body, user);
}

function invitationPage({ businessName, email, role }: OpenInvitation, rest: Html, user?: SignedIn): string {
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">Join ${businessName}</h1>
<p class="lead">${email} is invited to be ${role === "owner" ? "an owner" : `a ${role}`}.</p>
${rest}
</section>`;
  return page({ title: `Join ${businessName}`, body, user, narrow: true });
}
