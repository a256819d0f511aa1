import { shortestPassword } from "../../../modules/platform/people/passwords/password.ts";
import { type Html, html } from "./html.ts";

/** The fields for a new password and its repetition. Never refilled after an error. */
export function chosenFields(problem: string | undefined, label = "New password"): Html {
  const wrong = problem === undefined ? undefined : html` aria-invalid="true"`;
  const described = problem === undefined ? "chosen-hint" : "chosen-error chosen-hint";
  return html`<div class="field">
<label for="chosen">${label}</label>
<input id="chosen" name="chosen" type="password" autocomplete="new-password" required${wrong} aria-describedby="${described}">
<p class="hint" id="chosen-hint">At least ${shortestPassword} characters. A few unrelated words work best.</p>
${problem === undefined ? undefined : html`<div class="error" id="chosen-error" role="alert"><p>${problem}</p></div>`}
</div>
<div class="field">
<label for="repeated">Repeat the password</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required>
</div>`;
}
