import { Textarea } from "@mantine/core";
import { fieldProblem } from "../../components/form-problems.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { useDraft } from "./draft.ts";
import { type EditedRental, useRentalWriting } from "./edited-rental.ts";
import { PartForm } from "./part-form.tsx";
import styles from "./rental-editor.module.css";

/** The maximum length and the number of rows of each text. */
const texts = [
  { field: "headline", maxLength: 75, rows: 2 },
  { field: "summary", maxLength: 400, rows: 4 },
  { field: "description", maxLength: 5000, rows: 10 },
  { field: "house_rules", maxLength: 5000, rows: 6 },
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
  const title = t("rentalEditor.titles.texts");
  const names = new Intl.DisplayNames(language, { type: "language" });
  const cells = texts.flatMap(({ field }) => locales.map((locale) => ({ field, locale, key: `${field}_${locale}` })));
  const { read, write } = useRentalWriting(rental.id);
  const draft = useDraft<EditedRental>({
    title,
    shown: rental,
    storedOf: (record) =>
      Object.fromEntries(cells.map(({ field, locale, key }) => [key, record[field]?.[locale] ?? ""])),
    read,
    write: (seen, changes) =>
      write(seen, Object.fromEntries(Object.entries(changes).map(([key, text]) => [key, text === "" ? null : text]))),
  });
  const labelOf = (key: string) => {
    const cell = cells.find((one) => one.key === key);
    return cell ? `${t(`rentalEditor.fields.${cell.field}`)} (${names.of(cell.locale) ?? cell.locale})` : key;
  };
  return (
    <PartForm id="texts" title={title} draft={draft} excluded={cells.map(({ key }) => key)} labelOf={labelOf}>
      {texts.map(({ field, maxLength, rows }) => (
        <fieldset key={field}>
          <legend>{t(`rentalEditor.fields.${field}`)}</legend>
          <div className={styles.locales}>
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
