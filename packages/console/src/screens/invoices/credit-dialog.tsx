import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { anyVersion, ifMatch } from "../../components/conflict/version.ts";
import { FormModal } from "../../components/draft/form-modal.tsx";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { type Invoice, useInvoiceWrite } from "./invoices.ts";

interface CreditDialogProps {
  readonly invoice: Invoice;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Cancels an invoice with a credit note, and reissues it if the person chooses. */
export function CreditDialog({ invoice, formats, close }: CreditDialogProps) {
  const { t } = useI18n();
  const { client } = useSession();
  const { notify } = useNotices();
  const [reason, setReason] = useState("");
  const { number, currency, total_amount } = invoice;
  const write = useInvoiceWrite(
    (action: "credit" | "correct", idempotencyKey) => {
      const request = {
        params: { path: { invoice_id: invoice.id } },
        headers: ifMatch(anyVersion),
        body: { invoices: [reason.trim() === "" ? {} : { reason: reason.trim() }] },
        idempotencyKey,
      };
      return action === "credit"
        ? client.POST("/invoices/{invoice_id}/credit", request)
        : client.POST("/invoices/{invoice_id}/correct", request);
    },
    () => {
      close();
      notify({ text: t("invoices.creditedNow", { number }) });
    },
  );
  return (
    <FormModal onClose={close} title={t("invoices.creditOf", { title: number })}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          write.submit("credit");
        }}
      >
        <p>{t("invoices.whatCreditDoes", { amount: formats.money(total_amount, currency) })}</p>
        <TextInput
          data-autofocus
          label={t("invoices.reason")}
          value={reason}
          maxLength={500}
          error={fieldProblem(write.error, "reason")}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        <FormProblems error={write.error} excluded={["reason"]} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t("book.cancel")}
          </Button>
          <Button variant="default" loading={write.isPending} onClick={() => write.submit("correct")}>
            {t("invoices.correct")}
          </Button>
          <Button type="submit" color="red" loading={write.isPending}>
            {t("invoices.creditNow")}
          </Button>
        </Group>
      </form>
    </FormModal>
  );
}
