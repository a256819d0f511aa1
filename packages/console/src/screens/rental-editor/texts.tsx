import { Textarea } from "@mantine/core";
import { useSession } from "../../app/session.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { useDraft } from "./draft.ts";
import type { EditedRental } from "./edited-rental.ts";
import { PartForm } from "./part-form.tsx";

/** The maximum length and the number of rows of each text. */
const texts = [
  { field: "headline", maxLength: 75, rows: 2 },
  { field: "summary", maxLength: 400, rows: 4 },
  { field: "description", maxLength: 5000, rows: 10 },
  { field: "checkin_details", maxLength: 65_535, rows: 4 },
  { field: "checkout_details", maxLength: 65_535, rows: 4 },
] as const;

interface TextsProps {
  readonly rental: EditedRental;
  readonly locales: readonly string[];
}

/** A rental's texts for guests, with all of the account's locales side by side. */
export function Texts({ rental, locales }: TextsProps) {
  const { language, t } = useI18n();
  const { client } = useSession();
  const title = t("rentalEditor.titles.texts");
  const names = new Intl.DisplayNames(language, { type: "language" });
  const cells = texts.flatMap(({ field }) => locales.map((locale) => ({ field, locale, key: `${field}_${locale}` })));
  const stored = Object.fromEntries(cells.map(({ field, locale, key }) => [key, rental[field]?.[locale] ?? ""]));
  const draft = useDraft(title, stored, (changes) => {
    const body = Object.fromEntries(Object.entries(changes).map(([key, text]) => [key, text === "" ? null : text]));
    const params = { path: { rental_id: rental.id } };
    return client.PUT("/rentals/{rental_id}", { params, body: { rentals: [body] } });
  });
  return (
    <PartForm id="texts" title={title} draft={draft} excluded={cells.map(({ key }) => key)}>
      {texts.map(({ field, maxLength, rows }) => (
        <fieldset key={field}>
          <legend>{t(`rentalEditor.fields.${field}`)}</legend>
          <div className="locales">
            {locales.map((locale) => {
              const key = `${field}_${locale}`;
              const text = draft.valueOf(key);
              return (
                <Textarea
                  key={key}
                  lang={locale}
                  rows={rows}
                  maxLength={maxLength}
                  label={names.of(locale)}
                  description={maxLength <= 5000 ? `${text.length} / ${maxLength}` : undefined}
                  value={text}
                  error={fieldProblem(draft.error, key)}
                  onChange={({ currentTarget }) => draft.change(key, currentTarget.value)}
                />
              );
            })}
          </div>
        </fieldset>
      ))}
    </PartForm>
  );
}
