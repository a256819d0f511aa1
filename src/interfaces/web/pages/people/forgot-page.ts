import { csrfField } from "../csrf.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";

/** The content of the forgotten-password page. */
interface ForgotForm {
  readonly visit: Buffer;
  readonly email: string;
  readonly problem?: string;
}

/** The page that requests a password reset link. */
export function forgotPage({ visit, email, problem }: ForgotForm): string {
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">Forgot your password?</h1>
<p class="lead">We will email you a link to choose a new one.</p>
${problem === undefined ? undefined : html`<p class="notice bad" id="problem" role="alert">${problem}</p>`}
<form class="fields" method="post" action="/password/forgot">
${csrfField(visit)}
<div class="field">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="320" required value="${email}" autofocus>
</div>
<div class="actions"><button class="button primary" type="submit">Send the link</button><a class="button quiet" href="/sign_in">Back</a></div>
</form>
</section>`;
  return page({ title: "Forgot your password", body, narrow: true });
}

/** The same confirmation for every address, so it does not reveal who has an account. */
export function resetSentPage(email: string): string {
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">Check your inbox</h1>
<p class="lead" role="status">If ${email.trim()} belongs to a user, we have sent it a link. The link works once, for one hour.</p>
<p class="fine">No email after a few minutes? Check your spam folder, or ask your administrator.</p>
<div class="actions"><a class="button quiet" href="/sign_in">Back to sign in</a></div>
</section>`;
  return page({ title: "Check your inbox", body, narrow: true });
}
