import { Button, Group, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { anyVersion, ifMatch } from "../../components/conflict/version.ts";
import { FormModal } from "../../components/draft/form-modal.tsx";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { type Invoice, useInvoiceWrite } from "./invoices.ts";

interface SendDialogProps {
  readonly invoice: Invoice;
  readonly close: () => void;
}

/** Mails an invoice with its files. */
export function SendDialog({ invoice, close }: SendDialogProps) {
  const { t } = useI18n();
  const { client } = useSession();
  const { notify } = useNotices();
  const [email, setEmail] = useState(invoice.buyer?.email ?? "");
  const [message, setMessage] = useState("");
  const write = useInvoiceWrite(
    (_: undefined, idempotencyKey) =>
      client.POST("/invoices/{invoice_id}/send", {
        params: { path: { invoice_id: invoice.id } },
        headers: ifMatch(anyVersion),
        body: { invoices: [{ email: email.trim(), ...(message.trim() !== "" && { message: message.trim() }) }] },
        idempotencyKey,
      }),
    () => {
      close();
      notify({ text: t("invoices.sent", { number: invoice.number }) });
    },
  );
  return (
    <FormModal onClose={close} title={t("invoices.sendOf", { title: invoice.number })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          write.submit(undefined);
        }}
      >
        <TextInput
          required
          type="email"
          label={t("booking.email")}
          value={email}
          error={fieldProblem(write.error, "email")}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        <Textarea
          mt="sm"
          data-autofocus
          rows={5}
          label={t("edit.message.text")}
          description={t("invoices.messageHint")}
          value={message}
          error={fieldProblem(write.error, "message")}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <FormProblems error={write.error} excluded={["email", "message"]} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t("book.cancel")}
          </Button>
          <Button type="submit" loading={write.isPending} disabled={email.trim() === ""}>
            {t("invoices.send")}
          </Button>
        </Group>
      </form>
    </FormModal>
  );
}
