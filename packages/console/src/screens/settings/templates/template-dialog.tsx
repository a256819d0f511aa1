import { Stack, TextInput } from "@mantine/core";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { localized, useLocaleNames } from "../../../components/locale-texts.ts";
import type { FieldsDraft } from "../../../components/records/field-dialog.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import type { Template } from "../../../components/templates/templates.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { TemplatePreview } from "./template-preview.tsx";
import { TemplateTexts } from "./template-texts.tsx";
import { draftOfTemplate, useTemplateWriting } from "./template-writing.ts";

interface TemplateDialogProps {
  /** Undefined for a new template. */
  readonly id: number | undefined;
  /** The account's locales, default first. */
  readonly locales: readonly string[];
  readonly close: () => void;
}

/** A template's name, its subject and text in each language of the account, and a preview. */
export function TemplateDialog({ id, locales, close }: TemplateDialogProps) {
  const { t } = useI18n();
  const { writing } = useTemplateWriting();
  const languageOf = useLocaleNames();
  const labels: Readonly<Record<string, string>> = Object.fromEntries([
    ["name", t("templates.name")],
    ...locales.flatMap((locale) => [
      [localized("subject", locale), t("templates.subjectIn", { language: languageOf(locale) })],
      [localized("body", locale), t("templates.bodyIn", { language: languageOf(locale) })],
    ]),
  ]);
  return (
    <RecordDialog<Template, FieldsDraft, number>
      {...{ id, close, writing }}
      kind="message_templates"
      title={id === undefined ? t("templates.add") : t("templates.edit")}
      excluded={[...Object.keys(labels), "subject", "body"]}
      nameOf={(field) => labels[field] ?? field}
      draftOf={(template) => draftOfTemplate(template, locales)}
      saved={t("templates.saved")}
    >
      {({ draft, setDraft, error }) => {
        const { name = "", ...texts } = draft;
        const change = (field: string, value: string) => setDraft((before) => ({ ...before, [field]: value }));
        return (
          <Stack>
            <TextInput
              required
              label={t("templates.name")}
              value={name}
              error={fieldProblem(error, "name")}
              onChange={({ currentTarget }) => change("name", currentTarget.value)}
            />
            {locales.map((locale) => (
              <TemplateTexts key={locale} textOf={(field) => draft[field] ?? ""} {...{ locale, error, change }} />
            ))}
            <TemplatePreview texts={texts} />
          </Stack>
        );
      }}
    </RecordDialog>
  );
}
