import { csrfField } from "../csrf.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";

/** What the page has to say. */
interface ForgotForm {
  readonly visit: Buffer;
  readonly email: string;
  readonly problem?: string;
}

/** The page on which somebody asks for a link to a new password. */
export function forgotPage({ visit, email, problem }: ForgotForm): string {
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">Forgot your password?</h1>
<p class="lead">We send you a link with which you choose another one.</p>
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

/** What everybody reads who has asked, whoever's address it is. */
export function askedPage(email: string): string {
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">Look into your mailbox</h1>
<p class="lead" role="status">If ${email.trim()} is the address of somebody who works here, a link is on its way to it. It works once, and for one hour.</p>
<p class="fine">Nothing there after a few minutes? Look among the unwanted mail, or ask whoever runs this Roost.</p>
<div class="actions"><a class="button quiet" href="/sign_in">Back to signing in</a></div>
</section>`;
  return page({ title: "Look into your mailbox", body, narrow: true });
}
