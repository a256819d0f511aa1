import { chosenFields } from "../chosen-fields.ts";
import { csrfField } from "../csrf.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";
import type { Speech } from "../speech.ts";

/** The content of the reset page. */
interface ResetForm {
  readonly visit: Buffer;
  readonly token: string;
  /** The person's address, for password managers. */
  readonly email: string;
  readonly problem: string | undefined;
}

/** The page behind a reset link, with fields for a new password. */
export function resetPage({ visit, token, email, problem }: ResetForm, speech: Speech): string {
  const { t } = speech;
  const title = t("pages.people.reset.title");
  const fields = { problem, label: t("pages.people.chosen.label"), repeat: t("pages.people.chosen.repeat") };
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">${title}</h1>
<p class="lead">${t("pages.people.reset.lead", { email })}</p>
<form class="fields" method="post" action="/password/reset/${token}">
${csrfField(visit)}
<label for="email" hidden>${t("pages.people.email")}</label><input id="email" type="email" name="email" value="${email}" autocomplete="username" hidden readonly>
${chosenFields(t, fields)}
<div class="actions"><button class="button primary" type="submit">${t("pages.people.reset.set")}</button></div>
</form>
</section>`;
  return page({ title, body, narrow: true, speech });
}
