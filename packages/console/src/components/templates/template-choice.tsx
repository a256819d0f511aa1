import { NativeSelect } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useI18n } from "../../i18n/i18n.ts";
import { FormProblems } from "../form-problems.tsx";
import { type Rendering, useTemplates } from "./templates.ts";

interface TemplateChoiceProps {
  readonly render: (template: number) => Promise<Rendering>;
  readonly insert: (text: string) => void;
}

/** Inserts one of the account's templates. The service fills it in, in the guest's language; the text can still be edited. */
export function TemplateChoice({ render, insert }: TemplateChoiceProps) {
  const { language, t } = useI18n();
  const templates = useTemplates();
  const rendering = useMutation({ mutationFn: render, onSuccess: ({ content }) => insert(content) });
  if (!templates.data?.length) return null;
  const name = (locale: string) => new Intl.DisplayNames([language], { type: "language" }).of(locale) ?? locale;
  return (
    <div className="templates">
      <NativeSelect
        size="xs"
        aria-label={t("answer.template")}
        value=""
        disabled={rendering.isPending}
        onChange={({ currentTarget }) => currentTarget.value && rendering.mutate(Number(currentTarget.value))}
        data={[
          { value: "", label: t("answer.template") },
          ...templates.data.map((template) => ({ value: String(template.id), label: template.name })),
        ]}
      />
      <output className="hint">
        {rendering.data ? t("answer.inserted", { language: name(rendering.data.locale) }) : ""}
      </output>
      <FormProblems error={rendering.error} excluded={[]} />
    </div>
  );
}
