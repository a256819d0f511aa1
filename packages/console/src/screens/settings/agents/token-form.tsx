import { Button, Checkbox, Group, Modal, NativeSelect } from "@mantine/core";
import { useForm } from "@mantine/form";
import { callConsole } from "../../../app/console-calls.ts";
import { useSession } from "../../../app/session.tsx";
import { DayInput } from "../../../components/day-input.tsx";
import { dayOf, endHere } from "../../../components/days.ts";
import { FormProblems, fieldProblem } from "../../../components/form-problems.tsx";
import { useSubmit } from "../../../components/use-submit.ts";
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
  const form = useForm({ initialValues: { user: String(person.user.id), day: "", proposes: false } });
  const making = useSubmit({
    mutationFn: async ({ user, day, proposes }: typeof form.values) => {
      // Valid until the end of the day by the account's clock.
      const expires = day === "" ? {} : { expires: endHere(dayOf(day)) };
      const { agent_token } = await callConsole<{ agent_token: AgentToken & { readonly token: string } }>(
        "POST",
        path,
        {
          user: Number(user),
          may_propose: proposes,
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
        <form onSubmit={form.onSubmit((values) => making.submit(values))}>
          <NativeSelect
            mb="sm"
            label={t("agents.whose")}
            description={t("agents.whoseHint")}
            {...form.getInputProps("user")}
            error={fieldProblem(making.error, "user") ?? fieldProblem(making.error, "accounts")}
            data={theirs.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <DayInput
            clearable
            label={t("agents.lastDay")}
            description={t("agents.lastDayHint")}
            value={form.values.day}
            error={fieldProblem(making.error, "expires")}
            onDay={(day) => form.setFieldValue("day", day)}
          />
          <Checkbox
            mt="sm"
            label={t("agents.mayPropose")}
            description={t("agents.mayProposeHint")}
            {...form.getInputProps("proposes", { type: "checkbox" })}
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
