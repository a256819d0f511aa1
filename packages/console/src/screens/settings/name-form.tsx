import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { languageNames, languages } from "@roost/messages/languages.ts";
import { useQueryClient } from "@tanstack/react-query";
import { callConsole } from "../../app/console-calls.ts";
import { useSession } from "../../app/session.tsx";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useSubmit } from "../../components/use-submit.ts";
import { chosenLanguage, useI18n } from "../../i18n/i18n.ts";

/** Each language is named in itself, so that people can find their own. */
const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }));

/** The person's name, and the language of the console and of emails. */
export function NameForm() {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { person } = useSession();
  const queries = useQueryClient();
  const { name, locale } = person.user;
  const form = useForm<{ name: string; locale: string }>({ initialValues: { name, locale: chosenLanguage(locale) } });
  const saving = useSubmit({
    mutationFn: (own: typeof form.values) => callConsole("PUT", "/me", own),
    onSuccess: async () => {
      notify({ text: t("settings.saved") });
      await queries.invalidateQueries({ queryKey: ["session"] });
    },
  });
  return (
    <section>
      <h2>{t("settings.ownName")}</h2>
      <form onSubmit={form.onSubmit((own) => saving.submit(own))}>
        <TextInput
          required
          autoComplete="name"
          label={t("settings.name")}
          {...form.getInputProps("name")}
          error={fieldProblem(saving.error, "name")}
        />
        <TextInput label={t("settings.email")} value={person.user.email} readOnly description={t("settings.fixed")} />
        <NativeSelect
          label={t("settings.language")}
          {...form.getInputProps("locale")}
          error={fieldProblem(saving.error, "locale")}
          data={languageOptions}
        />
        <FormProblems error={saving.error} excluded={["name", "locale"]} />
        <Button type="submit" loading={saving.isPending}>
          {t("settings.save")}
        </Button>
      </form>
    </section>
  );
}
