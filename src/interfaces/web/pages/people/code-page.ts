import { csrfField } from "../csrf.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";

/** The content of the code page. */
interface CodeForm {
  readonly visit: Buffer;
  /** The signed id of the person whose password was correct. */
  readonly pending: string;
  /** A path of this service. */
  readonly returnTo: string;
  readonly problem?: string | undefined;
}

/** The page that asks for the second factor after the password. */
export function codePage({ visit, pending, returnTo, problem }: CodeForm): string {
  const wrong = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`;
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">One more step</h1>
<p class="lead">Enter the code from your authenticator app, or one of your recovery codes.</p>
${problem === undefined ? undefined : html`<p class="notice bad" id="problem" role="alert">${problem}</p>`}
<form class="fields" method="post" action="/sign_in/code">
${csrfField(visit)}
<input type="hidden" name="pending" value="${pending}">
<input type="hidden" name="return_to" value="${returnTo}">
<div class="field">
<label for="code">Code</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" required autofocus${wrong}>
</div>
<div class="actions"><button class="button primary" type="submit">Sign in</button></div>
</form>
<p class="fine">Neither at hand? Your administrator can turn off your second factor.</p>
</section>`;
  return page({ title: "Sign in", body, narrow: true });
}
