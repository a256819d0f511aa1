import { chosenFields } from "../chosen-fields.ts";
import { csrfField } from "../csrf.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";

/** The content of the reset page. */
interface ResetForm {
  readonly visit: Buffer;
  readonly token: string;
  /** The person's address, for password managers. */
  readonly email: string;
  readonly problem: string | undefined;
}

/** The page behind a reset link, with fields for a new password. */
export function resetPage({ visit, token, email, problem }: ResetForm): string {
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">Choose a new password</h1>
<p class="lead">For ${email}. This signs you out everywhere. Sign in again with the new password.</p>
<form class="fields" method="post" action="/password/reset/${token}">
${csrfField(visit)}
<label for="email" hidden>E-mail address</label><input id="email" type="email" name="email" value="${email}" autocomplete="username" hidden readonly>
${chosenFields(problem)}
<div class="actions"><button class="button primary" type="submit">Set the password</button></div>
</form>
</section>`;
  return page({ title: "Choose a new password", body, narrow: true });
}
