import { Button, Group, Modal } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callConsole } from "../../app/console-calls.ts";
import { useSession } from "../../app/session.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type AccountPerson, type Chosen, useAccountPath } from "./people.ts";
import { RoleFields } from "./role-fields.tsx";

interface PersonDialogProps {
  readonly person: AccountPerson;
  readonly close: () => void;
}

/** Changes a person's role, with undo, or removes them after a confirmation. */
export function PersonDialog({ person, close }: PersonDialogProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { account, person: self } = useSession();
  const queries = useQueryClient();
  const path = `${useAccountPath()}/people/${person.id}`;
  const form = useForm<Chosen>({ initialValues: { role: person.role, rentals: person.rentals } });
  const [isLeaving, setLeaving] = useState(false);
  const invalidate = async () => {
    await queries.invalidateQueries({ queryKey: [account.id, "people"] });
    // The person's own permissions have changed.
    if (person.id === self.user.id) await queries.invalidateQueries({ queryKey: ["session"] });
  };
  const put = async ({ role, rentals }: Chosen) => {
    await callConsole("PUT", path, { role, rentals: role === "cleaner" ? rentals : [] });
    await invalidate();
  };
  const changing = useSubmit({
    mutationFn: put,
    onSuccess: () => {
      close();
      notify({ text: t("settings.changed", { name: person.name }), undo: () => put(person) });
    },
  });
  const removing = useSubmit({
    mutationFn: () => callConsole("DELETE", path),
    onSuccess: async () => {
      close();
      notify({ text: t("settings.removed", { name: person.name }) });
      await invalidate();
    },
  });
  const error = changing.error ?? removing.error;
  return (
    <Modal opened onClose={close} title={person.name} closeButtonProps={{ "aria-label": t("settings.cancel") }}>
      <form onSubmit={form.onSubmit((chosen) => changing.submit(chosen))}>
        <RoleFields chosen={form.values} choose={form.setValues} error={changing.error} />
        <FormProblems error={error} excluded={["role", "rentals"]} />
        {isLeaving && <p role="alert">{t("settings.leaving", { name: person.name })}</p>}
        <Group justify="space-between" mt="md">
          <Button
            variant="default"
            className="bad"
            loading={removing.isPending}
            onClick={() => (isLeaving ? removing.submit() : setLeaving(true))}
          >
            {isLeaving ? t("settings.removeNow") : t("settings.remove")}
          </Button>
          <Button type="submit" loading={changing.isPending}>
            {t("settings.save")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
