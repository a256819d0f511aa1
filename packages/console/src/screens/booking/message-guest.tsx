import { Button, Group, Modal, Textarea } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useFirstMessage } from "./first-message.ts";

/** Opens the booking's newest conversation, or begins one. Hidden without a guest. */
export function MessageGuest({ booking }: { readonly booking: BookingRecord }) {
  const { t } = useI18n();
  const { may } = useSession();
  const [isWriting, setWriting] = useState(false);
  const { conversations = [] } = booking.links;
  if (!may("inbox_write") || !booking.client) return null;
  if (conversations.length > 0 && !isWriting)
    return (
      <Button
        variant="default"
        renderRoot={(props) => <Link {...props} to="/inbox" search={{ conversation: Math.max(...conversations) }} />}
      >
        {t("stay.message")}
      </Button>
    );
  return (
    <>
      <Button variant="default" onClick={() => setWriting(true)}>
        {t("stay.message")}
      </Button>
      {isWriting && <MessageDialog booking={booking} close={() => setWriting(false)} />}
    </>
  );
}

/** Writes the first message to a guest, by e-mail. */
function MessageDialog({ booking, close }: { readonly booking: BookingRecord; readonly close: () => void }) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const [text, setText] = useState("");
  const send = useFirstMessage(booking);
  const guest = booking.client?.fullname ?? t("guests.nameless");
  const hasAddress = (booking.client?.emails ?? []).length > 0;
  const sending = useSubmit({
    mutationFn: send,
    onSuccess: () => {
      close();
      notify({ text: t("edit.message.sent", { guest }) });
    },
  });
  const { payment_url: url } = booking;
  return (
    <Modal
      opened
      onClose={close}
      title={t("edit.message.title", { guest })}
      closeButtonProps={{ "aria-label": t("book.cancel") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sending.submit(text.trim());
        }}
      >
        <Textarea
          data-autofocus
          rows={6}
          label={t("edit.message.text")}
          value={text}
          error={fieldProblem(sending.error, "content")}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {url && (
          <Button
            mt="xs"
            size="xs"
            variant="default"
            onClick={() => setText(`${text}${text === "" ? "" : "\n"}${url}\n`)}
          >
            {t("edit.message.insertLink")}
          </Button>
        )}
        {!hasAddress && <p role="alert">{t("edit.message.noAddress")}</p>}
        <FormProblems error={sending.error} excluded={["content"]} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t("edit.cancel")}
          </Button>
          <Button type="submit" loading={sending.isPending} disabled={text.trim() === "" || !hasAddress}>
            {t("edit.message.send")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
