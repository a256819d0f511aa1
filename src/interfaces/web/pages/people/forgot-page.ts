import { csrfField } from "../csrf.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";
import type { Speech } from "../speech.ts";

/** The content of the forgotten-password page. */
interface ForgotForm {
  readonly visit: Buffer;
  readonly email: string;
  readonly problem?: string;
}

/** The page that requests a password reset link. */
export function forgotPage({ visit, email, problem }: ForgotForm, speech: Speech): string {
  const { t } = speech;
  const title = t("pages.people.signIn.forgot");
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">${title}</h1>
<p class="lead">${t("pages.people.forgot.lead")}</p>
${problem === undefined ? undefined : html`<p class="notice bad" id="problem" role="alert">${problem}</p>`}
<form class="fields" method="post" action="/password/forgot">
${csrfField(visit)}
<div class="field">
<label for="email">${t("pages.people.email")}</label>
<input id="email" name="email" type="email" autocomplete="username" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="320" required value="${email}" autofocus>
</div>
<div class="actions"><button class="button primary" type="submit">${t("pages.people.forgot.send")}</button><a class="button quiet" href="/sign_in">${t("pages.people.forgot.back")}</a></div>
</form>
</section>`;
  return page({ title, body, narrow: true, speech });
}

/** The same confirmation for every address, so it does not reveal who has an account. */
export function resetSentPage(email: string, speech: Speech): string {
  const { t } = speech;
  const title = t("pages.people.forgot.sentTitle");
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">${title}</h1>
<p class="lead" role="status">${t("pages.people.forgot.sent", { email: email.trim() })}</p>
<p class="fine">${t("pages.people.forgot.spam")}</p>
<div class="actions"><a class="button quiet" href="/sign_in">${t("pages.people.forgot.backToSignIn")}</a></div>
</section>`;
  return page({ title, body, narrow: true, speech });
}
