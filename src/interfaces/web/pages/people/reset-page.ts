import { chosenFields } from "../chosen-fields.ts";
import { csrfField } from "../csrf.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";

/** What the page has to say. */
interface ResetForm {
  readonly visit: Buffer;
  readonly token: string;
  /** Whose password it is: a password manager wants to know. */
  readonly email: string;
  readonly problem: string | undefined;
}

/** The page behind the link of a mail, on which somebody chooses a new password. */
export function resetPage({ visit, token, email, problem }: ResetForm): string {
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">Choose a new password</h1>
<p class="lead">For ${email}. You are signed out everywhere, and sign in with the new one.</p>
<form class="fields" method="post" action="/password/reset/${token}">
${csrfField(visit)}
<label for="email" hidden>E-mail address</label><input id="email" type="email" name="email" value="${email}" autocomplete="username" hidden readonly>
${chosenFields(problem)}
<div class="actions"><button class="button primary" type="submit">Set the password</button></div>
</form>
</section>`;
  return page({ title: "Choose a new password", body, narrow: true });
}
