import { Textarea, TextInput } from "@mantine/core";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import type { Template } from "../../../components/templates/templates.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { placeholders } from "./placeholders.ts";
import { draftOfTemplate, type TemplateDraft, useTemplateWriting } from "./template-writing.ts";

interface TemplateDialogProps {
  /** Undefined for a new template. */
  readonly id: number | undefined;
  /** The account's locales, default first. */
  readonly locales: readonly string[];
  readonly close: () => void;
}

/** A template's name, and its subject and text in each language of the account. */
export function TemplateDialog({ id, locales, close }: TemplateDialogProps) {
  const { language, t } = useI18n();
  const { writing } = useTemplateWriting();
  const languages = new Intl.DisplayNames([language], { type: "language" });
  const labelOf = (part: "subject" | "body", locale: string) => {
    const values = { language: languages.of(locale) ?? locale };
    return part === "subject" ? t("templates.subjectIn", values) : t("templates.bodyIn", values);
  };
  const labels: Readonly<Record<string, string>> = Object.fromEntries([
    ["name", t("templates.name")],
    ...locales.flatMap((locale) =>
      (["subject", "body"] as const).map((part) => [`${part}_${locale}`, labelOf(part, locale)]),
    ),
  ]);
  return (
    <RecordDialog<Template, TemplateDraft, number>
      {...{ id, close }}
      kind="message_templates"
      title={id === undefined ? t("templates.add") : t("templates.edit")}
      writing={writing}
      draftOf={(template) => draftOfTemplate(template, locales)}
      excluded={Object.keys(labels)}
      nameOf={(field) => labels[field] ?? field}
      saved={t("templates.saved")}
    >
      {({ draft, setDraft, error }) =>
        Object.entries(labels)
          .map(([field, label]) => {
            const common = {
              label,
              value: draft[field] ?? "",
              error: fieldProblem(error, field),
              onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
                setDraft((before) => ({ ...before, [field]: currentTarget.value })),
            };
            if (field.startsWith("body_")) return <Textarea key={field} {...common} mb="md" autosize minRows={5} />;
            return (
              <TextInput
                key={field}
                {...common}
                {...(field === "name" && { required: true, "data-autofocus": true })}
              />
            );
          })
          .concat(
            <p key="placeholders" className="hint">
              {t("templates.placeholders")}{" "}
              {placeholders.map((name) => (
                <code key={name}>{`{{${name}}} `}</code>
              ))}
            </p>,
          )
      }
    </RecordDialog>
  );
}
