import { Textarea, TextInput } from "@mantine/core";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { localized, useLocaleNames } from "../../../components/locale-texts.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { InsertChoice } from "./insert-choice.tsx";
import classes from "./templates.module.css";

interface TemplateTextsProps {
  readonly locale: string;
  readonly error: unknown;
  readonly textOf: (field: string) => string;
  readonly change: (field: string, value: string) => void;
}

/** A template's subject and text in one language, with the list of their placeholders. */
export function TemplateTexts({ locale, error, textOf, change }: TemplateTextsProps) {
  const { t } = useI18n();
  const language = useLocaleNames()(locale);
  const [subject, body] = [localized("subject", locale), localized("body", locale)];
  const last = useRef<{ readonly field: string; readonly input: HTMLInputElement | HTMLTextAreaElement }>(null);
  const insert = (text: string) => {
    const { field, input } = last.current ?? { field: body, input: undefined };
    const value = textOf(field);
    const [start, end] = [input?.selectionStart ?? value.length, input?.selectionEnd ?? value.length];
    // The field has the new text before it gets the cursor; a frame later, the person may be typing elsewhere.
    flushSync(() => change(field, value.slice(0, start) + text + value.slice(end)));
    input?.focus();
    input?.setSelectionRange(start + text.length, start + text.length);
  };
  const shared = (field: string) => ({
    ...{ id: `field-${field}`, value: textOf(field), error: problemIn(error, field, locale) },
    onFocus: ({ currentTarget }: { readonly currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      last.current = { field, input: currentTarget };
    },
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      change(field, currentTarget.value),
  });
  return (
    <div className={classes.texts}>
      <TextInput {...shared(subject)} label={t("templates.subjectIn", { language })} />
      <Textarea {...shared(body)} label={t("templates.bodyIn", { language })} autosize minRows={5} />
      <InsertChoice label={t("templates.insertIn", { language })} insert={insert} />
    </div>
  );
}

/** The service names the attribute and, at the end of its sentence, the language. */
function problemIn(error: unknown, field: string, locale: string): string | undefined {
  const whole = fieldProblem(error, field);
  const named = fieldProblem(error, field.startsWith("subject") ? "subject" : "body");
  return whole ?? (named?.endsWith(`(${locale})`) ? named : undefined);
}
