import type { TranslateServer } from "@roost/messages/server-messages.ts";
import { minPasswordLength as min } from "../../../modules/platform/people/passwords/password.ts";
import { type Html, html } from "./html.ts";

/** The fields' labels and the problem of the last attempt. */
interface ChosenFields {
  readonly problem: string | undefined;
  readonly label: string;
  readonly repeat: string;
}

/** The fields for a new password and its repetition. Never refilled after an error. */
export function chosenFields(t: TranslateServer, { problem, label, repeat }: ChosenFields): Html {
  const wrong = problem === undefined ? undefined : html` aria-invalid="true"`;
  const described = problem === undefined ? "chosen-hint" : "chosen-error chosen-hint";
  return html`<div class="field">
<label for="chosen">${label}</label>
<input id="chosen" name="chosen" type="password" autocomplete="new-password" required${wrong} aria-describedby="${described}">
<p class="hint" id="chosen-hint">${t("pages.people.chosen.hint", { min })}</p>
${problem === undefined ? undefined : html`<div class="error" id="chosen-error" role="alert"><p>${problem}</p></div>`}
</div>
<div class="field">
<label for="repeated">${repeat}</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required>
</div>`;
}
