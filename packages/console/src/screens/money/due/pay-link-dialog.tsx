import { Button, Group, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { languageOf } from "@roost/messages/languages.ts";
import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Send } from "lucide-react";
import { useSession } from "../../../app/session.tsx";
import { PayLink } from "../../../components/bookings/pay-link.tsx";
import { FormModal } from "../../../components/draft/form-modal.tsx";
import { FormProblems, fieldProblem } from "../../../components/form-problems.tsx";
import { formatLocale, formatsOf } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { Pending } from "../../../components/pending.tsx";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { loadMessages } from "../../../i18n/load-messages.ts";
import { useSendMessage } from "../../booking/send-message.ts";
import type { DueBooking } from "./due-bookings.ts";

interface PayLinkDialogProps {
  readonly booking: DueBooking;
  readonly close: () => void;
}

/** The guest's payment page: to copy, to open and charge a card that the guest reads out, or to send as a reminder by mail. */
export function PayLinkDialog({ booking, close }: PayLinkDialogProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const { payment_url: url, reference, client } = booking;
  const hasAddress = (client?.emails ?? []).length > 0;
  if (!url) return null;
  return (
    <FormModal onClose={close} title={t("money.linkOf", { reference })}>
      <PayLink url={url} />
      <Button
        mt="xs"
        variant="default"
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        leftSection={<ExternalLink size={16} aria-hidden />}
      >
        {t("money.charge")}
      </Button>
      {may("inbox_write") &&
        (hasAddress ? (
          <Reminder {...{ booking, close, url }} />
        ) : (
          <p className="hint">{t("edit.message.noAddress")}</p>
        ))}
    </FormModal>
  );
}

interface ReminderProps extends PayLinkDialogProps {
  readonly url: string;
}

/** Waits for the messages of the guest's language. */
function Reminder({ booking, ...props }: ReminderProps) {
  const { language: own } = useI18n();
  const { country } = useSession().account;
  const language = languageOf(booking.client?.preferred_locale ?? "") ?? own;
  const words = useQuery({ queryKey: ["messages", language], queryFn: () => loadMessages(language) });
  if (!words.data) return <Pending reads={[words]} />;
  const { currency, payment_left_to_collect: left, client, rental, reference } = booking;
  const formats = formatsOf(formatLocale(language, country));
  const t = words.data;
  const stay = {
    amount: left && currency ? formats.money(left, currency) : "",
    rental: String(rental?.name ?? ""),
    reference,
  };
  const guest = client?.fullname;
  const content = guest ? t("money.reminder", { guest, ...stay }) : t("money.reminderNameless", stay);
  return <ReminderForm {...{ booking, ...props }} words={content} />;
}

function ReminderForm({ booking, close, url, words }: ReminderProps & { readonly words: string }) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const guest = booking.client?.fullname ?? t("guests.nameless");
  const form = useForm({ initialValues: { content: `${words}\n\n${url}\n` } });
  const sending = useSubmit({
    mutationFn: useSendMessage(booking),
    onSuccess: () => {
      close();
      notify({ text: t("edit.message.sent", { guest }) });
    },
  });
  return (
    <form onSubmit={form.onSubmit(({ content }) => sending.submit(content.trim()))}>
      <Textarea
        mt="md"
        rows={7}
        label={t("money.remind", { guest })}
        {...form.getInputProps("content")}
        error={fieldProblem(sending.error, "content")}
      />
      <FormProblems error={sending.error} excluded={["content"]} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t("book.cancel")}
        </Button>
        <Button
          type="submit"
          loading={sending.isPending}
          disabled={form.values.content.trim() === ""}
          leftSection={<Send size={16} aria-hidden />}
        >
          {t("edit.message.send")}
        </Button>
      </Group>
    </form>
  );
}
