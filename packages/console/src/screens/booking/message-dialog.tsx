import { Button, Group, Modal, Textarea } from "@mantine/core";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { useDraft } from "../../components/draft/use-draft.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { TemplateChoice } from "../../components/templates/template-choice.tsx";
import { useBookingRendering } from "../../components/templates/templates.ts";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { LastMessage } from "./last-message.tsx";
import { useSendMessage } from "./send-message.ts";

interface MessageDialogProps {
  readonly booking: BookingRecord;
  readonly close: () => void;
}

/** Writes to the guest, below their last message. The draft stays until it is sent. */
export function MessageDialog({ booking, close }: MessageDialogProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { draft, change, clear } = useDraft(`message.${booking.id}`, "");
  const send = useSendMessage(booking);
  const render = useBookingRendering(booking.id);
  const guest = booking.client?.fullname ?? t("guests.nameless");
  const isBegun = (booking.links.conversations ?? []).length > 0;
  const canReach = isBegun || (booking.client?.emails ?? []).length > 0;
  const sending = useSubmit({
    mutationFn: send,
    onSuccess: () => {
      clear();
      close();
      notify({ text: t("edit.message.sent", { guest }) });
    },
  });
  const insert = (text: string) => change((before) => [before.trimEnd(), text].filter(Boolean).join("\n\n"));
  const { payment_url: url } = booking;
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t("edit.message.title", { guest })}
      closeButtonProps={{ "aria-label": t("book.cancel") }}
    >
      <LastMessage booking={booking} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sending.submit(draft.trim());
        }}
      >
        <Group gap="xs" mb="xs">
          <TemplateChoice render={render} insert={insert} />
          {url && (
            <Button size="xs" variant="default" onClick={() => insert(url)}>
              {t("edit.message.insertLink")}
            </Button>
          )}
        </Group>
        <Textarea
          data-autofocus
          rows={7}
          label={t("edit.message.text")}
          value={draft}
          error={fieldProblem(sending.error, "content")}
          onChange={({ currentTarget: { value } }) => change(() => value)}
        />
        {!canReach && <p role="alert">{t("edit.message.noAddress")}</p>}
        <FormProblems error={sending.error} excluded={["content"]} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t("edit.cancel")}
          </Button>
          <Button type="submit" loading={sending.isPending} disabled={draft.trim() === "" || !canReach}>
            {isBegun ? t("answer.send.external") : t("edit.message.send")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
