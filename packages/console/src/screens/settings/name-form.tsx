import { Button, NativeSelect, TextInput } from "@mantine/core";
import { languageNames, languages } from "@roost/messages/languages.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callConsole } from "../../app/console-calls.ts";
import { useSession } from "../../app/session.tsx";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { chosenLanguage, useI18n } from "../../i18n/i18n.ts";

/** Each language is named in itself, so that people can find their own. */
const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }));

/** The person's name, and the language of the console and of emails. */
export function NameForm() {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { person } = useSession();
  const queries = useQueryClient();
  const [name, setName] = useState(person.user.name);
  const [locale, setLocale] = useState<string>(chosenLanguage(person.user.locale));
  const saving = useMutation({
    mutationFn: () => callConsole("PUT", "/me", { name, locale }),
    onSuccess: async () => {
      notify({ text: t("settings.saved") });
      await queries.invalidateQueries({ queryKey: ["session"] });
    },
  });
  return (
    <section>
      <h2>{t("settings.ownName")}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <TextInput
          required
          autoComplete="name"
          label={t("settings.name")}
          value={name}
          error={fieldProblem(saving.error, "name")}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <TextInput label={t("settings.email")} value={person.user.email} readOnly description={t("settings.fixed")} />
        <NativeSelect
          label={t("settings.language")}
          value={locale}
          error={fieldProblem(saving.error, "locale")}
          onChange={({ currentTarget }) => setLocale(currentTarget.value)}
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
