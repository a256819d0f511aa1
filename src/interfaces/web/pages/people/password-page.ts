import { shortestPassword } from "../../../../modules/platform/people/passwords/password.ts";
import type { SignedIn } from "../../session.ts";
import { csrfField } from "../csrf.ts";
import { type Html, html } from "../html.ts";
import { page } from "../layout.ts";

/** The problems of the last attempt to change a password. */
export interface PasswordProblems {
  /** About the attempt itself, such as too many attempts. */
  readonly attempt?: string;
  readonly current?: string;
  readonly chosen?: string;
}

/** The form to change one's own password. Never refilled after an error. */
export function passwordPage(user: SignedIn, problems: PasswordProblems = {}): string {
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">Change your password</h1>
<p class="lead">You stay signed in here and are signed out everywhere else.</p>
${problems.attempt === undefined ? undefined : html`<p class="notice bad" role="alert">${problems.attempt}</p>`}
<form class="fields" method="post" action="/password">
${csrfField(user.session)}
<label for="email" hidden>E-mail address</label><input id="email" type="email" name="email" value="${user.email}" autocomplete="username" hidden readonly>
<div class="field">
<label for="current">Current password</label>
<input id="current" name="current" type="password" autocomplete="current-password" required${described("current", problems.current)}>
${message("current", problems.current)}
</div>
<div class="field">
<label for="chosen">New password</label>
<input id="chosen" name="chosen" type="password" autocomplete="new-password" required${described("chosen", problems.chosen, "chosen-hint")}>
<p class="hint" id="chosen-hint">At least ${shortestPassword} characters. A few unrelated words work best.</p>
${message("chosen", problems.chosen)}
</div>
<div class="field">
<label for="repeated">Repeat the new password</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required>
</div>
<div class="actions"><button class="button primary" type="submit">Change password</button><a class="button quiet" href="/applications">Cancel</a></div>
</form>
</section>`;
  return page({ title: "Change your password", body, user, narrow: true });
}

function described(field: string, problem: string | undefined, hint?: string): Html | undefined {
  const ids = [...(problem === undefined ? [] : [`${field}-error`]), ...(hint === undefined ? [] : [hint])];
  if (ids.length === 0) return undefined;
  return html`${problem === undefined ? undefined : html` aria-invalid="true"`} aria-describedby="${ids.join(" ")}"`;
}

function message(field: string, problem: string | undefined): Html | undefined {
  return problem === undefined
    ? undefined
    : html`<div class="error" id="${field}-error" role="alert"><p>${problem}</p></div>`;
}
