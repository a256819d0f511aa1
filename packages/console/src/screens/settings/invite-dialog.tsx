import { Button, Group, Modal, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { callConsole } from "../../app/console-calls.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { type Chosen, useAccountPath } from "./people.ts";
import { RoleFields } from "./role-fields.tsx";

interface InviteDialogProps {
  readonly close: () => void;
  readonly done: () => Promise<void>;
}

/** Invites a person by email. They choose their own password. */
export function InviteDialog({ close, done }: InviteDialogProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const path = `${useAccountPath()}/invitations`;
  const [email, setEmail] = useState("");
  const [chosen, setChosen] = useState<Chosen>({ role: "manager", rentals: [] });
  const inviting = useMutation({
    mutationFn: () =>
      callConsole("POST", path, {
        ...{ email, role: chosen.role },
        ...(chosen.role === "cleaner" ? { rentals: chosen.rentals } : {}),
      }),
    onSuccess: async () => {
      close();
      notify({ text: t("settings.invited", { email }) });
      await done();
    },
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t("settings.invite")}
      closeButtonProps={{ "aria-label": t("settings.cancel") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          inviting.mutate();
        }}
      >
        <TextInput
          type="email"
          required
          data-autofocus
          mb="sm"
          label={t("settings.email")}
          value={email}
          error={fieldProblem(inviting.error, "email")}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <RoleFields chosen={chosen} choose={setChosen} error={inviting.error} />
        <FormProblems error={inviting.error} excluded={["email", "role", "rentals"]} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t("settings.cancel")}
          </Button>
          <Button type="submit" loading={inviting.isPending}>
            {t("settings.send")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
