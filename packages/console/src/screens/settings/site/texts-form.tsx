import { FieldInput } from "../../../components/fields/field-input.tsx";
import { draftTexts, localized, useLocaleNames, writtenTexts } from "../../../components/locale-texts.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useDraft } from "../../rental-editor/draft.ts";
import { PartForm } from "../../rental-editor/part-form.tsx";
import { type BookingSite, useSiteWriting } from "./booking-site.ts";
import { siteTexts } from "./site-fields.ts";

interface TextsFormProps {
  readonly site: BookingSite;
  /** The account's locales of texts. */
  readonly locales: readonly string[];
}

/** The site's texts in each of the account's languages. */
export function TextsForm({ site, locales }: TextsFormProps) {
  const { t } = useI18n();
  const nameOf = useLocaleNames();
  const { read, write } = useSiteWriting();
  const title = t("bookingSite.titles.texts");
  const fields = siteTexts.flatMap((text) =>
    locales.map((locale) => ({ text, locale, name: localized(text, locale) })),
  );
  const draft = useDraft<BookingSite>({
    title,
    shown: site,
    storedOf: (record) => Object.assign({}, ...siteTexts.map((text) => draftTexts(text, record[text], locales))),
    read,
    write: (seen, changes) => write(seen, writtenTexts(changes)),
  });
  const labelOf = (name: string) => {
    const found = fields.find((one) => one.name === name);
    return found ? `${t(`bookingSite.texts.${found.text}`)} (${nameOf(found.locale)})` : name;
  };
  return (
    <PartForm
      id="texts"
      title={title}
      draft={draft}
      excluded={fields.map(({ name }) => name)}
      labelOf={labelOf}
      changedMeanwhile={t("bookingSite.changedMeanwhile")}
    >
      {fields.map(({ text, name }) => (
        <FieldInput
          key={name}
          field={{ name, kind: text === "headline" ? "text" : "notes" }}
          label={labelOf(name)}
          draft={draft}
        />
      ))}
    </PartForm>
  );
}
