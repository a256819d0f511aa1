import { regionalLocale } from "@roost/messages/languages.ts";
import { countryCodes } from "../../../core/countries.ts";
import { type Html, html } from "../pages/html.ts";
import type { Speech } from "../pages/speech.ts";
import { type DetailName, type DetailProblems, type GuestDetails, maxLengths } from "./guest-details.ts";

/** A guest's input, with its problems. */
export interface FilledDetails {
  readonly details: GuestDetails;
  readonly problems: DetailProblems;
}

/** The fields of the guest's details. */
export function guestFields(filled: FilledDetails, { t, language }: Speech): Html {
  const { details, problems } = filled;
  const one = (
    name: keyof typeof maxLengths,
    label: string,
    attributes: Html,
    hint?: string,
  ): Html => html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${details[name]}" maxlength="${maxLengths[name]}"${attributes}${describedBy(name, hint)}>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}${error(name)}
</div>
`;
  function describedBy(name: DetailName, hint?: string): Html {
    const ids = [problems.has(name) ? `${name}-error` : "", hint === undefined ? "" : `${name}-hint`].filter(Boolean);
    return html`${problems.has(name) ? html` aria-invalid="true"` : undefined}${ids.length > 0 ? html` aria-describedby="${ids.join(" ")}"` : undefined}`;
  }
  function error(name: DetailName): Html | undefined {
    const problem = problems.get(name);
    return problem && html`<div class="error" id="${name}-error"><p>${t(`pages.book.fields.${problem}`)}</p></div>`;
  }
  return html`${one("firstname", t("pages.book.firstname"), html` autocomplete="given-name" required`)}${one("lastname", t("pages.book.lastname"), html` autocomplete="family-name" required`)}${one("email", t("pages.book.email"), html` type="email" autocomplete="email" required`, t("pages.book.emailHint"))}${one("phone_number", t("pages.book.phone"), html` type="tel" autocomplete="tel"`)}<div class="field">
<label for="country_code">${t("pages.book.country")}</label>
<select id="country_code" name="country_code" autocomplete="country"${describedBy("country_code")}>
<option value="">${t("pages.book.choose")}</option>
${countryOptions(details.country_code, language)}</select>${error("country_code")}
</div>
<div class="field">
<label for="message">${t("pages.book.message")}</label>
<textarea id="message" name="message" rows="4" maxlength="${maxLengths.message}"${describedBy("message")}>${details.message}</textarea>${error("message")}
</div>`;
}

/** The box with which the guest accepts the terms, never ticked in advance. @param hasAgreement whether the agreement is one of them */
export function agreement({ problems }: FilledDetails, { t }: Speech, hasAgreement: boolean): Html {
  const problem = problems.get("agrees");
  return html`<div class="field">
<div class="choices"><label><input type="checkbox" name="agrees" value="yes" required${problem && html` aria-invalid="true" aria-describedby="agrees-error"`}> <span class="what">${hasAgreement ? t("pages.book.agreeToAll") : t("pages.book.agree")}</span></label></div>
${problem && html`<div class="error" id="agrees-error"><p>${t("pages.book.fields.agree")}</p></div>`}
</div>`;
}

function countryOptions(chosen: string, language: Speech["language"]): Html[] {
  const names = new Intl.DisplayNames(regionalLocale(language), { type: "region" });
  const inOrder = new Intl.Collator(regionalLocale(language));
  return [...countryCodes]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => inOrder.compare(one.name, other.name))
    .map(
      ({ code, name }) =>
        html`<option value="${code}"${code === chosen ? html` selected` : undefined}>${name}</option>`,
    );
}
