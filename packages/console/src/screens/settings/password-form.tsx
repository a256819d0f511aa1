import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { askConsole } from "../../app/console-calls.ts";
import { askSession } from "../../app/session.tsx";
import { FormProblems, fieldProblem } from "../../parts/form-problems.tsx";
import { useNotices } from "../../parts/notices.tsx";
import { useWords } from "../../words/words.tsx";

/** One's own password. Everywhere else one is signed out; here, the session goes on under another secret. */
export function PasswordForm() {
  const { words } = useWords();
  const { tell } = useNotices();
  const queries = useQueryClient();
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const [repeated, setRepeated] = useState("");
  const differ = repeated !== "" && repeated !== password;
  const changing = useMutation({
    mutationFn: () => askConsole("PUT", "/me/password", { current, password }),
    onSuccess: async () => {
      setCurrent("");
      setPassword("");
      setRepeated("");
      tell({ text: words.settings.passwordChanged });
      queries.setQueryData(["session"], await askSession());
    },
  });
  return (
    <section>
      <h2>{words.settings.password}</h2>
      <p className="hint">{words.settings.passwordEnds}</p>
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
          label={words.settings.current}
          value={current}
          error={fieldProblem(changing.error, "current")}
          onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
        />
        <TextInput
          type="password"
          required
          autoComplete="new-password"
          label={words.settings.chosen}
          value={password}
          error={fieldProblem(changing.error, "password")}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
        <TextInput
          type="password"
          required
          autoComplete="new-password"
          label={words.settings.repeated}
          value={repeated}
          error={differ ? words.settings.differ : undefined}
          onChange={({ currentTarget }) => setRepeated(currentTarget.value)}
        />
        <FormProblems error={changing.error} besides={["current", "password"]} />
        <Button type="submit" loading={changing.isPending}>
          {words.settings.changePassword}
        </Button>
      </form>
    </section>
  );
}
