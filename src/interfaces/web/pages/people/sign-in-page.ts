import { csrfField } from "../csrf.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";
import { scene } from "../scene.ts";
import type { Speech } from "../speech.ts";

/** The content of the sign-in page. */
export interface SignInForm {
  /** The secret that identifies this browser before it signs in. */
  readonly visit: Buffer;
  /** A path of this service. */
  readonly returnTo: string;
  readonly email?: string;
  /** The reason for the last failed attempt. */
  readonly problem?: string;
  /** Whether the problem is about the input, not the attempt itself. */
  readonly typed?: boolean;
  /** A message about a previous action, if there is no problem. */
  readonly news?: string;
}

/** The sign-in page. */
export function signInPage({ visit, returnTo, email, problem, typed, news }: SignInForm, speech: Speech): string {
  const { t } = speech;
  const wrong = typed ? html` aria-invalid="true" aria-describedby="problem"` : undefined;
  const focus = html` autofocus`;
  const body = html`<section class="card welcome" aria-labelledby="heading">
${scene}
<div class="form">
<div class="words">
<h1 id="heading">${t("pages.people.signIn.welcome")}</h1>
<p class="lead">${t(`pages.people.signIn.purposes.${purposeOf(returnTo)}`)}</p>
</div>
${problem === undefined ? undefined : html`<p class="notice bad" id="problem" role="alert">${problem}</p>`}
${news === undefined ? undefined : html`<p class="notice good" role="status">${news}</p>`}
<form class="fields" method="post" action="/sign_in">
${csrfField(visit)}
<input type="hidden" name="return_to" value="${returnTo}">
<div class="field">
<label for="email">${t("pages.people.email")}</label>
<input id="email" name="email" type="email" autocomplete="username" inputmode="email" autocapitalize="none" spellcheck="false" maxlength="320" required value="${email ?? ""}"${wrong}${email === undefined ? focus : undefined}>
</div>
<div class="field">
<label for="password">${t("pages.people.password")}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${wrong}${email === undefined ? undefined : focus}>
</div>
<div class="actions"><button class="button primary" type="submit">${t("pages.people.signIn.title")}</button></div>
</form>
<p class="fine"><a href="/password/forgot">${t("pages.people.signIn.forgot")}</a></p>
</div>
</section>`;
  return page({ title: t("pages.people.signIn.title"), body, speech });
}

const purposes = [
  ["/console", "console"],
  ["/oauth/authorize", "connect"],
  ["/invitations/", "invitation"],
] as const;

/** The purpose of a sign-in. */
function purposeOf(returnTo: string): (typeof purposes)[number][1] | "other" {
  return purposes.find(([path]) => returnTo.startsWith(path))?.[1] ?? "other";
}
