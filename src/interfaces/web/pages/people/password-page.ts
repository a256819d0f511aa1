import type { SignedIn } from "../../session.ts";
import { chosenFields } from "../chosen-fields.ts";
import { csrfField } from "../csrf.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";
import type { Speech } from "../speech.ts";

/** The problems of the last attempt to change a password. */
export interface PasswordProblems {
  /** About the attempt itself, such as too many attempts. */
  readonly attempt?: string;
  readonly current?: string;
  readonly chosen?: string;
}

/** The form to change one's own password. Never refilled after an error. */
export function passwordPage(user: SignedIn, speech: Speech, problems: PasswordProblems = {}): string {
  const { t } = speech;
  const title = t("pages.people.change.title");
  const { attempt, current, chosen } = problems;
  const wrong = current === undefined ? undefined : html` aria-invalid="true" aria-describedby="current-error"`;
  const label = t("pages.people.chosen.label");
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">${title}</h1>
<p class="lead">${t("pages.people.change.lead")}</p>
${attempt === undefined ? undefined : html`<p class="notice bad" role="alert">${attempt}</p>`}
<form class="fields" method="post" action="/password">
${csrfField(user.session)}
<label for="email" hidden>${t("pages.people.email")}</label><input id="email" type="email" name="email" value="${user.email}" autocomplete="username" hidden readonly>
<div class="field">
<label for="current">${t("pages.people.change.current")}</label>
<input id="current" name="current" type="password" autocomplete="current-password" required${wrong}>
${current === undefined ? undefined : html`<div class="error" id="current-error" role="alert"><p>${current}</p></div>`}
</div>
${chosenFields(t, { problem: chosen, label, repeat: t("pages.people.change.repeat") })}
<div class="actions"><button class="button primary" type="submit">${t("pages.people.change.button")}</button><a class="button quiet" href="/console/settings/me">${t("pages.people.cancel")}</a></div>
</form>
</section>`;
  return page({ title, body, user, narrow: true, speech });
}
