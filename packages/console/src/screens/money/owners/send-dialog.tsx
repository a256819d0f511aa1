import { Button, Group, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { Mail } from "lucide-react";
import { FormModal } from "../../../components/draft/form-modal.tsx";
import { FormProblems, fieldProblem } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { firstDayOf } from "./month.ts";
import type { OwnedMonth } from "./owners-table.tsx";
import { useSendStatements } from "./send-statements.ts";

interface SendDialogProps {
  readonly month: string;
  readonly months: readonly OwnedMonth[];
  readonly formats: Formats;
  readonly close: () => void;
}

/** Mails owners their statements of a month, one mail each. */
export function SendDialog({ month, months, formats, close }: SendDialogProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const recipients = months.flatMap(({ owner: { contact, name } }) => (contact ? [{ ...contact, name }] : []));
  const form = useForm({ initialValues: { message: "" } });
  const sending = useSendStatements(month, recipients, () => {
    close();
    notify({ text: t("owners.sent", { count: recipients.length }) });
  });
  return (
    <FormModal onClose={close} title={t("owners.sendTitle", { month: formats.month(firstDayOf(month)) })}>
      <form onSubmit={form.onSubmit(({ message }) => sending.submit(message.trim()))}>
        <ul>
          {recipients.map(({ id, name, email }) => (
            <li key={id}>{`${name}, ${email}`}</li>
          ))}
        </ul>
        <Textarea
          rows={4}
          label={t("owners.message")}
          description={t("owners.messageHint")}
          {...form.getInputProps("message")}
          error={fieldProblem(sending.error, "message")}
        />
        <FormProblems error={sending.error} excluded={["message"]} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t("book.cancel")}
          </Button>
          <Button data-autofocus type="submit" loading={sending.isPending} leftSection={<Mail size={16} aria-hidden />}>
            {t("owners.send")}
          </Button>
        </Group>
      </form>
    </FormModal>
  );
}
