import { field } from "../../../components/fields/field.ts";
import { localized, useLocaleNames } from "../../../components/locale-texts.ts";
import { FieldDialog } from "../../../components/records/field-dialog.tsx";
import type { Template } from "../../../components/templates/templates.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { placeholders } from "./placeholders.ts";
import { draftOfTemplate, useTemplateWriting } from "./template-writing.ts";

interface TemplateDialogProps {
  /** Undefined for a new template. */
  readonly id: number | undefined;
  /** The account's locales, default first. */
  readonly locales: readonly string[];
  readonly close: () => void;
}

/** A template's name, and its subject and text in each language of the account. */
export function TemplateDialog({ id, locales, close }: TemplateDialogProps) {
  const { t } = useI18n();
  const { writing } = useTemplateWriting();
  const nameOf = useLocaleNames();
  return (
    <FieldDialog<Template>
      {...{ id, close, writing }}
      kind="message_templates"
      title={id === undefined ? t("templates.add") : t("templates.edit")}
      fields={[
        { ...field("name", "text", true), label: t("templates.name") },
        ...locales.flatMap((locale) => [
          { ...field(localized("subject", locale)), label: t("templates.subjectIn", { language: nameOf(locale) }) },
          { ...field(localized("body", locale), "notes"), label: t("templates.bodyIn", { language: nameOf(locale) }) },
        ]),
      ]}
      draftOf={(template) => draftOfTemplate(template, locales)}
      saved={t("templates.saved")}
    >
      {t("templates.placeholders")} {placeholders.map((name) => `{{${name}}}`).join(" ")}
    </FieldDialog>
  );
}
