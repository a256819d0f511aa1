import { csrfField } from "../csrf.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";
import type { Speech } from "../speech.ts";

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
export function codePage({ visit, pending, returnTo, problem }: CodeForm, speech: Speech): string {
  const { t } = speech;
  const wrong = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`;
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">${t("pages.people.code.title")}</h1>
<p class="lead">${t("pages.people.code.lead")}</p>
${problem === undefined ? undefined : html`<p class="notice bad" id="problem" role="alert">${problem}</p>`}
<form class="fields" method="post" action="/sign_in/code">
${csrfField(visit)}
<input type="hidden" name="pending" value="${pending}">
<input type="hidden" name="return_to" value="${returnTo}">
<div class="field">
<label for="code">${t("pages.people.code.label")}</label>
<input id="code" name="code" type="text" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" maxlength="40" required autofocus${wrong}>
</div>
<div class="actions"><button class="button primary" type="submit">${t("pages.people.signIn.title")}</button></div>
</form>
<p class="fine">${t("pages.people.code.fine")}</p>
</section>`;
  return page({ title: t("pages.people.signIn.title"), body, narrow: true, speech });
}
