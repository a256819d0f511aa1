import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callConsole } from "../../app/console-calls.ts";
import { fetchSession } from "../../app/session.tsx";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";

/** Changes the person's password. Other sessions end; this one continues with a new secret. */
export function PasswordForm() {
  const { t } = useI18n();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const differ = repeated !== "" && repeated !== password;
  const changing = useMutation({
    mutationFn: () => callConsole("PUT", "/me/password", { current, password }),
    onSuccess: async () => {
      setCurrent("");
      setPassword("");
      setRepeated("");
      notify({ text: t("settings.passwordChanged") });
      queries.setQueryData(["session"], await fetchSession());
    },
  });
  return (
    <section>
      <h2>{t("settings.password")}</h2>
      <p className="hint">{t("settings.passwordEnds")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!differ) changing.mutate();
        }}
      >
        <TextInput
          type="password"
          required
          autoComplete="current-password"
          label={t("settings.current")}
          value={current}
          error={fieldProblem(changing.error, "current")}
          onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
        />
        <TextInput
          type="password"
          required
          autoComplete="new-password"
          label={t("settings.chosen")}
          value={password}
          error={fieldProblem(changing.error, "password")}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <TextInput
          type="password"
          required
          autoComplete="new-password"
          label={t("settings.repeated")}
          value={repeated}
          error={differ ? t("settings.differ") : undefined}
          onChange={({ currentTarget }) => setRepeated(currentTarget.value)}
        />
        <FormProblems error={changing.error} excluded={["current", "password"]} />
        <Button type="submit" loading={changing.isPending}>
          {t("settings.changePassword")}
        </Button>
      </form>
    </section>
  );
}
