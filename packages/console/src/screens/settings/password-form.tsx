import { Button, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { callConsole } from "../../app/console-calls.ts";
import { fetchSession } from "../../app/session.tsx";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";

/** Changes the person's password. Other sessions end; this one continues with a new secret. */
export function PasswordForm() {
  const { t } = useI18n();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { current: "", password: "", repeated: "" },
    validateInputOnChange: ["password", "repeated"],
    validate: {
      repeated: (repeated, { password }) =>
        repeated !== "" && repeated !== password ? t("settings.differ") : undefined,
    },
  });
  const changing = useSubmit({
    mutationFn: ({ current, password }: typeof form.values) =>
      callConsole("PUT", "/me/password", { current, password }),
    onSuccess: async () => {
      form.reset();
      notify({ text: t("settings.passwordChanged") });
      queries.setQueryData(["session"], await fetchSession());
    },
  });
  return (
    <section>
      <h2>{t("settings.password")}</h2>
      <p className="hint">{t("settings.passwordEnds")}</p>
      <form onSubmit={form.onSubmit((passwords) => changing.submit(passwords))}>
        <TextInput
          type="password"
          required
          autoComplete="current-password"
          label={t("settings.current")}
          {...form.getInputProps("current")}
          error={fieldProblem(changing.error, "current")}
        />
        <TextInput
          type="password"
          required
          autoComplete="new-password"
          label={t("settings.chosen")}
          {...form.getInputProps("password")}
          error={fieldProblem(changing.error, "password")}
        />
        <TextInput
          type="password"
          required
          autoComplete="new-password"
          label={t("settings.repeated")}
          {...form.getInputProps("repeated")}
        />
        <FormProblems error={changing.error} excluded={["current", "password"]} />
        <Button type="submit" loading={changing.isPending}>
          {t("settings.changePassword")}
        </Button>
      </form>
    </section>
  );
}
