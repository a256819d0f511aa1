import { csrfField } from "../csrf.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";

/** What the page that asks for a code has to say. */
interface CodeForm {
  readonly visit: Buffer;
  /** Whose password was right, signed. */
  readonly pending: string;
  /** A path of this service. */
  readonly returnTo: string;
  readonly problem?: string | undefined;
}

/** The page on which somebody shows their second factor, after their password. */
export function codePage({ visit, pending, returnTo, problem }: CodeForm): string {
  const wrong = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`;
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">One more step</h1>
<p class="lead">Type the code that your authenticator application shows, or one of your recovery codes.</p>
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
<p class="fine">Neither at hand? Whoever runs this service can take the second factor off.</p>
</section>`;
  return page({ title: "Sign in", body, narrow: true });
}
