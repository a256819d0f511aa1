import { Button, Group, Modal, NativeSelect } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { callConsole } from "../../../app/console-calls.ts";
import { useSession } from "../../../app/session.tsx";
import { DayInput } from "../../../components/day-input.tsx";
import { FormProblems, fieldProblem } from "../../../components/form-problems.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { CopiedText } from "../copied-text.tsx";
import { useAccountPath, usePeople } from "../people.ts";
import type { AgentToken } from "./agents.ts";

interface TokenFormProps {
  readonly close: () => void;
  readonly done: () => Promise<void>;
}

/** Creates a token for an owner's or manager's agent, and shows it once. */
export function TokenForm({ close, done }: TokenFormProps) {
  const { t } = useI18n();
  const { person } = useSession();
  const people = usePeople();
  const path = `${useAccountPath()}/agent_tokens`;
  const [user, setUser] = useState(person.user.id);
  const [day, setDay] = useState("");
  const making = useMutation({
    mutationFn: async () => {
      // Valid until the end of the day in the person's time zone.
      const expires = day === "" ? {} : { expires: new Date(`${day}T23:59:59`).toISOString() };
      const { agent_token } = await callConsole<{ agent_token: AgentToken & { readonly token: string } }>(
        "POST",
        path,
        {
          user,
          ...expires,
        },
      );
      return agent_token.token;
    },
    onSuccess: done,
  });
  const theirs = (people.data ?? []).filter(({ role }) => role === "owner" || role === "manager");
  return (
    <Modal opened onClose={close} title={t("agents.make")} closeButtonProps={{ "aria-label": t("settings.cancel") }}>
      {making.data === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            making.mutate();
          }}
        >
          <NativeSelect
            mb="sm"
            label={t("agents.whose")}
            description={t("agents.whoseHint")}
            value={user}
            error={fieldProblem(making.error, "user") ?? fieldProblem(making.error, "accounts")}
            onChange={({ currentTarget }) => setUser(Number(currentTarget.value))}
            data={theirs.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <DayInput
            clearable
            label={t("agents.lastDay")}
            description={t("agents.lastDayHint")}
            value={day}
            error={fieldProblem(making.error, "expires")}
            onDay={setDay}
          />
          <FormProblems error={making.error} excluded={["user", "accounts", "expires"]} />
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={close}>
              {t("settings.cancel")}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {t("agents.make")}
            </Button>
          </Group>
        </form>
      ) : (
        <>
          <p role="status">{t("agents.keep")}</p>
          <CopiedText label={t("agents.token")} text={making.data} />
          <CopiedText label={t("agents.endpoint")} text={`${location.origin}/mcp`} />
          <Group justify="flex-end" mt="md">
            <Button onClick={close}>{t("settings.kept")}</Button>
          </Group>
        </>
      )}
    </Modal>
  );
}
