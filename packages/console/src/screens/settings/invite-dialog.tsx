import { Button, Group, Modal, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { callConsole } from "../../app/console-calls.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type Chosen, useAccountPath } from "./people.ts";
import { RoleFields } from "./role-fields.tsx";

interface InviteDialogProps {
  readonly close: () => void;
  readonly done: () => Promise<void>;
}

interface Invitation {
  readonly email: string;
  readonly chosen: Chosen;
}

/** Invites a person by email. They choose their own password. */
export function InviteDialog({ close, done }: InviteDialogProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const path = `${useAccountPath()}/invitations`;
  const form = useForm<Invitation>({ initialValues: { email: "", chosen: { role: "manager", rentals: [] } } });
  const inviting = useSubmit({
    mutationFn: ({ email, chosen }: Invitation) =>
      callConsole("POST", path, {
        ...{ email, role: chosen.role },
        ...(chosen.role === "cleaner" ? { rentals: chosen.rentals } : {}),
      }),
    onSuccess: async (_, { email }) => {
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
      <form onSubmit={form.onSubmit((invitation) => inviting.submit(invitation))}>
        <TextInput
          type="email"
          required
          data-autofocus
          mb="sm"
          label={t("settings.email")}
          {...form.getInputProps("email")}
          error={fieldProblem(inviting.error, "email")}
        />
        <RoleFields
          chosen={form.values.chosen}
          choose={(chosen) => form.setFieldValue("chosen", chosen)}
          error={inviting.error}
        />
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
