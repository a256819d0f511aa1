import { Button, Group, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { askConsole } from "../../app/console-calls.ts";
import { FormProblems, fieldProblem } from "../../parts/form-problems.tsx";
import { useWords } from "../../words/words.tsx";
import { QrCode } from "./qr-code.tsx";

const path = "/me/second_factor";

interface Proposed {
  readonly secret: string;
  readonly uri: string;
}

/** One's own second factor: on with the password and a code, off and to new recovery codes with both (docs/design/sign-in.md). */
export function SecondFactor() {
  const { words } = useWords();
  const queries = useQueryClient();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const present = useQuery({
    queryKey: ["second factor"],
    queryFn: () => askConsole<{ enabled: boolean; recovery_codes_left: number }>("GET", path),
    staleTime: 0,
  });
  const proposing = useMutation({ mutationFn: () => askConsole<Proposed>("POST", path, { password }) });
  const settled = async () => {
    setPassword("");
    setCode("");
    await queries.invalidateQueries({ queryKey: ["second factor"] });
  };
  const confirming = useMutation({
    mutationFn: () => askConsole<{ recovery_codes: readonly string[] }>("PUT", path, { code }),
    onSuccess: settled,
  });
  const renewing = useMutation({
    mutationFn: () =>
      askConsole<{ recovery_codes: readonly string[] }>("POST", `${path}/recovery_codes`, { password, code }),
    onSuccess: settled,
  });
  const ending = useMutation({ mutationFn: () => askConsole("DELETE", path, { password, code }), onSuccess: settled });
  const renew = () => {
    ending.reset();
    renewing.mutate();
  };
  if (!present.data) return null;
  const { enabled, recovery_codes_left: left } = present.data;
  const proposed = enabled ? undefined : proposing.data;
  const acting = enabled ? ending : proposed ? confirming : proposing;
  const codes = enabled ? (renewing.data ?? confirming.data)?.recovery_codes : undefined;
  const error = renewing.error ?? acting.error;
  return (
    <section>
      <h2>{words.settings.secondFactor}</h2>
      <p>{enabled ? words.settings.factorOn(left) : words.settings.factorOff}</p>
      {codes && (
        <output>
          <p>{words.settings.keepCodes}</p>
          <ul className="codes">
            {codes.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </output>
      )}
      {proposed && (
        <>
          <p>{words.settings.scan}</p>
          <QrCode text={proposed.uri} label={words.settings.qr} />
          <p className="secret">{proposed.secret}</p>
        </>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          renewing.reset();
          acting.mutate();
        }}
      >
        {!proposed && (
          <TextInput
            type="password"
            required
            autoComplete="current-password"
            label={words.settings.factorPassword}
            value={password}
            error={fieldProblem(error, "password")}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
        )}
        {(proposed || enabled) && (
          <TextInput
            required
            autoComplete="one-time-code"
            label={words.settings.code}
            value={code}
            error={fieldProblem(error, "code")}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
        )}
        <FormProblems error={error} besides={["password", "code"]} />
        <Group gap="xs">
          <Button type="submit" variant={enabled ? "default" : "filled"} loading={acting.isPending}>
            {enabled ? words.settings.switchOff : proposed ? words.settings.confirm : words.settings.switchOn}
          </Button>
          {enabled && (
            <Button variant="default" loading={renewing.isPending} onClick={renew}>
              {words.settings.newCodes}
            </Button>
          )}
        </Group>
      </form>
    </section>
  );
}
