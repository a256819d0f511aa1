import { csrfField } from "../csrf.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";
import { scene } from "../scene.ts";

/** The content of the sign-in page. */
export interface SignInForm {
  /** The secret that identifies this browser before it signs in. */
  readonly visit: Buffer;
  /** A path of this service. */
  readonly returnTo: string;
  readonly email?: string;
  /** Why the last attempt failed. */
  readonly problem?: string;
  /** Whether the problem is about the input, not the attempt itself. */
  readonly typed?: boolean;
  /** A message about a previous action, if there is no problem. */
  readonly news?: string;
}

/** The sign-in page. */
export function signInPage({ visit, returnTo, email, problem, typed, news }: SignInForm): string {
  const wrong = typed ? html` aria-invalid="true" aria-describedby="problem"` : undefined;
  const focus = html` autofocus`;
  const body = html`<section class="card welcome" aria-labelledby="heading">
${scene}
<div class="form">
<div class="words">
<h1 id="heading">Welcome home</h1>
<p class="lead">${
    returnTo.startsWith("/oauth/authorize")
      ? "Sign in to connect an application to your account."
      : "Sign in to see which applications use your account."
  }</p>
</div>
${problem === undefined ? undefined : html`<p class="notice bad" id="problem" role="alert">${problem}</p>`}
${news === undefined ? undefined : html`<p class="notice good" role="status">${news}</p>`}
<form class="fields" method="post" action="/sign_in">
${csrfField(visit)}
<input type="hidden" name="return_to" value="${returnTo}">
<div class="field">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="username" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="320" required value="${email ?? ""}"${wrong}${email === undefined ? focus : undefined}>
</div>
<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${wrong}${email === undefined ? undefined : focus}>
</div>
<div class="actions"><button class="button primary" type="submit">Sign in</button></div>
</form>
<p class="fine"><a href="/password/forgot">Forgot your password?</a></p>
</div>
</section>`;
  return page({ title: "Sign in", body });
}
