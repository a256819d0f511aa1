import type { AgreementOfStay } from "../../../../modules/stays/portal/agreement/agreement-of-stay.ts";
import type { PortalVisit } from "../../../../modules/stays/portal/portal-code.ts";
import { html } from "../html.ts";
import { page } from "../layout.ts";
import { notice } from "../pay-parts.ts";
import type { Speech } from "../speech.ts";
import { guestForm, lines, momentText, submitButton } from "./parts.ts";

/** The content of the page for the agreement. */
interface AgreementForm {
  readonly path: string;
  readonly agreement: AgreementOfStay;
  readonly visit: PortalVisit;
  readonly timeZone: string;
  readonly problem?: string | undefined;
}

/** The agreement's text, with the form that signs it or the signature. */
export function agreementPage(shown: AgreementForm, speech: Speech): string {
  const { path, agreement, visit, problem } = shown;
  const { t } = speech;
  const { signature } = agreement;
  const title = t("pages.portal.agreement.title");
  const wrong = problem === undefined ? undefined : html` aria-invalid="true" aria-describedby="problem"`;
  const end = signature
    ? html`${notice(`${t("pages.portal.agreement.signedBy", { name: signature.name })}, ${momentText(signature.signedAt, shown.timeZone, speech)}`, "good")}
<div class="actions"><a class="button" href="${path}/agreement/${signature.id}">${t("pages.portal.agreement.download")}</a></div>`
    : html`${problem === undefined ? undefined : html`<p class="notice bad" id="problem" role="alert">${problem}</p>`}
${guestForm(
  visit,
  `${path}/agreement`,
  html`<input type="hidden" name="agreement" value="${agreement.id}">
<div class="field"><label for="name">${t("pages.portal.agreement.name")}</label>
<input id="name" name="name" type="text" autocomplete="name" maxlength="100" required${wrong}></div>
<p class="fine">${t("pages.portal.agreement.consent")}</p>
${submitButton(t("pages.portal.agreement.sign"))}`,
)}`;
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">${title}</h1>
<div class="prose" lang="${agreement.locale}"><p>${lines(agreement.text)}</p></div>
${end}
<div class="actions"><a class="button quiet" href="${path}">${t("pages.portal.back")}</a></div>
</section>`;
  return page({ title, body, narrow: true, speech });
}
