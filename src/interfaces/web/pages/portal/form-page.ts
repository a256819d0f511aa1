import { type Language, regionalLocale } from "@roost/messages/languages.ts";
import { countryCodes } from "../../../../core/countries.ts";
import { documentKinds } from "../../../../modules/stays/portal/form/sealed-documents.ts";
import type { PortalVisit } from "../../../../modules/stays/portal/portal-code.ts";
import type { SettingsOfStay } from "../../../../modules/stays/portal/settings/settings-of-stay.ts";
import { type Html, html } from "../html.ts";
import { page } from "../layout.ts";
import type { Speech } from "../speech.ts";
import { guestForm, submitButton } from "./parts.ts";
import type { FormProblem, TypedForm, TypedGuest } from "./typed-form.ts";

/** The content of the form's page. */
interface ShownForm {
  readonly path: string;
  readonly visit: PortalVisit;
  readonly settings: SettingsOfStay;
  readonly typed: TypedForm;
  /** Documents are stored. They are never shown again. */
  readonly hasDocuments: boolean;
  readonly problem: FormProblem | undefined;
}

/** The form before arrival. */
export function guestFormPage(shown: ShownForm, speech: Speech): string {
  const { path, visit, settings, typed, hasDocuments, problem } = shown;
  const { t } = speech;
  const title = t("pages.portal.form.title");
  const asksNames = settings.asksGuests || settings.asksDocuments;
  const countries = settings.asksDocuments ? countriesIn(speech.language) : [];
  const fields = html`${settings.asksArrival ? html`<div class="field"><label for="arrival">${t("pages.portal.form.arrival")}</label><input id="arrival" name="arrival" type="time" value="${typed.arrival}"></div>\n` : undefined}
${exceptionWords(settings, speech)}${asksNames ? typed.guests.map((guest, row) => guestFields(guest, row, { settings, countries }, speech)) : undefined}
${settings.asksDocuments ? html`<p class="fine">${t("pages.portal.form.documentsFine")}</p>\n` : undefined}
${submitButton(t("pages.portal.form.send"))}`;
  const body = html`<section class="card" aria-labelledby="heading">
<h1 id="heading">${title}</h1>
<p class="lead">${t("pages.portal.form.lead")}</p>
${problem === undefined ? undefined : html`<p class="notice bad" role="alert">${t(`pages.portal.form.problems.${problem}`)}</p>`}
${settings.asksDocuments && hasDocuments ? html`<p class="notice good" role="status">${t("pages.portal.form.hasDocuments")}</p>` : undefined}
${guestForm(visit, `${path}/form`, fields)}
<div class="actions"><a class="button quiet" href="${path}">${t("pages.portal.back")}</a></div>
</section>`;
  return page({ title, body, narrow: true, speech });
}

/** The nationality that needs no document. */
function exceptionWords({ asksDocuments, documentsExcept }: SettingsOfStay, { t, language }: Speech): Html | undefined {
  if (!asksDocuments || documentsExcept === null) return undefined;
  const names = new Intl.DisplayNames(regionalLocale(language), { type: "region" });
  return html`<p>${t("pages.portal.form.documentsExcept", { country: names.of(documentsExcept) ?? documentsExcept })}</p>\n`;
}

interface FieldOptions {
  readonly settings: SettingsOfStay;
  readonly countries: readonly Country[];
}

/** A guest's fields, in a group with a legend. */
function guestFields(guest: TypedGuest, row: number, { settings, countries }: FieldOptions, { t }: Speech): Html {
  const field = (name: string, label: string, input: (id: string) => Html): Html =>
    html`<div class="field"><label for="${name}-${row}">${label}</label>${input(`${name}-${row}`)}</div>
`;
  const text = (value: string, type: "text" | "date", complete: string) => (id: string) =>
    html`<input id="${id}" name="${id}" type="${type}" value="${value}" maxlength="100" autocomplete="${complete}">`;
  const select = (value: string, options: readonly Country[]) => (id: string) =>
    html`<select id="${id}" name="${id}"><option value=""></option>${options.map(({ code, name }) => html`<option value="${code}"${code === value ? html` selected` : undefined}>${name}</option>`)}</select>`;
  const kinds = documentKinds.map((code) => ({ code, name: t(`pages.portal.form.kinds.${code}`) }));
  const documents = html`${field("birth", t("pages.portal.form.birthDate"), text(guest.birthDate, "date", "off"))}
${field("nationality", t("pages.portal.form.nationality"), select(guest.nationality, countries))}
${field("kind", t("pages.portal.form.kind"), select(guest.kind, kinds))}
${field("number", t("pages.portal.form.number"), text(guest.number, "text", "off"))}`;
  return html`<fieldset>
<legend>${t("pages.portal.form.guest", { number: row + 1 })}</legend>
${field("name", t("pages.portal.form.name"), text(guest.name, "text", row === 0 ? "name" : "off"))}
${settings.asksDocuments ? documents : undefined}
</fieldset>
`;
}

interface Country {
  readonly code: string;
  readonly name: string;
}

/** The countries by their names in a language, in its order. */
function countriesIn(language: Language): Country[] {
  const names = new Intl.DisplayNames(regionalLocale(language), { type: "region" });
  const collator = new Intl.Collator(regionalLocale(language));
  return [...countryCodes]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => collator.compare(one.name, other.name));
}
