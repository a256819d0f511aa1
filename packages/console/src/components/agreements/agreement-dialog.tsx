import { useI18n } from "../../i18n/i18n.ts";
import { field } from "../fields/field.ts";
import { draftTexts, localized, useLocaleNames } from "../locale-texts.ts";
import { FieldGrid, wordsOf } from "../records/field-grid.tsx";
import { RecordDialog } from "../records/record-dialog.tsx";
import { type Agreement, type AgreementDraft, type AgreementOwner, useAgreementWriting } from "./agreements.ts";

interface AgreementDialogProps {
  readonly owner: AgreementOwner;
  readonly title: string;
  /** The texts to start with, by locale. */
  readonly texts: Agreement["body_translations"] | undefined;
  /** The account's locales, default first: the text is required in it. */
  readonly locales: readonly string[];
  readonly close: () => void;
}

/** A new version of an agreement, in each of the account's locales. */
export function AgreementDialog({ owner, title, texts, locales, close }: AgreementDialogProps) {
  const { t } = useI18n();
  const languageOf = useLocaleNames();
  const fields = locales.map((locale, index) => ({
    ...field(localized("body", locale), "notes", index === 0),
    label: t("agreements.textIn", { language: languageOf(locale) }),
  }));
  return (
    <RecordDialog<Agreement, AgreementDraft, number>
      {...{ title, close }}
      {...wordsOf(fields)}
      id={undefined}
      kind="rental_agreements"
      writing={useAgreementWriting(owner)}
      draftOf={() => draftTexts("body", texts, locales)}
      saved={t("agreements.saved")}
    >
      {(form) => (
        <>
          <p className="hint">{t("agreements.final")}</p>
          <FieldGrid {...{ fields, form }} />
        </>
      )}
    </RecordDialog>
  );
}
