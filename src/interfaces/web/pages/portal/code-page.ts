import { html } from "../html.ts";
import { page } from "../layout.ts";
import type { Speech } from "../speech.ts";
import { maskedEmail, submitButton } from "./parts.ts";

/** The content of the page for the code. */
interface CodeForm {
  readonly path: string;
  readonly email: string;
  /** From the mail's link. */
  readonly code: string;
  readonly problem?: string;
}

/** Asks for the mailed code. The mail's link fills it in, and a press of the button sends it: mail scanners only open links. */
export function portalCodePage({ path, email, code, problem }: CodeForm, speech: Speech): string {
  const { t } = speech;
  const wrong = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`;
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">${t("pages.portal.code.title")}</h1>
<p class="lead">${t("pages.portal.code.lead", { email: maskedEmail(email) })}</p>
${problem === undefined ? undefined : html`<p class="notice bad" id="problem" role="alert">${problem}</p>`}
<form class="fields" method="post" action="${path}/code">
<div class="field">
<label for="code">${t("pages.portal.code.label")}</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="12" value="${code}" required autofocus${wrong}>
</div>
${submitButton(t("pages.portal.code.continue"))}
</form>
<p class="fine">${t("pages.portal.code.fine")}</p>
<div class="actions"><a class="button quiet" href="${path}">${t("pages.portal.back")}</a></div>
</section>`;
  return page({ title: t("pages.portal.code.title"), body, narrow: true, speech });
}
