import { Anchor, Button, Group, Textarea } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { FormModal } from "../../components/draft/form-modal.tsx";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { MoneyInput } from "../../components/money-input.tsx";
import { useNotices } from "../../components/notices.tsx";
import { Waiting } from "../../components/waiting.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { useInvoicePreview, useInvoiceWrite } from "./invoices.ts";
import { PreviewLines } from "./preview-lines.tsx";

interface IssueDialogProps {
  readonly booking: BookingRecord;
  readonly currency: string;
  readonly kind: "invoice" | "deposit";
  readonly formats: Formats;
  readonly close: () => void;
}

/** Shows what an invoice will contain, then issues it. */
export function IssueDialog({ booking, currency, kind, formats, close }: IssueDialogProps) {
  const { t } = useI18n();
  const { client } = useSession();
  const { notify } = useNotices();
  const asksAmount = kind === "deposit" || booking.status === "Canceled";
  const initial = kind === "deposit" ? (booking.downpayment ?? "") : (booking.cancelation_penalty ?? "");
  const [amount, setAmount] = useState<number | string>(asksAmount ? initial : "");
  const [notes, setNotes] = useState("");
  const ownAmount = asksAmount && amount !== "" ? String(amount) : undefined;
  const preview = useInvoicePreview(booking.id, kind, ownAmount);
  const issue = useInvoiceWrite(
    (_: undefined, idempotencyKey) =>
      client.POST("/bookings/{booking_id}/invoices", {
        params: { path: { booking_id: booking.id } },
        body: {
          invoices: [
            {
              kind,
              ...(ownAmount !== undefined && { amount: ownAmount }),
              ...(notes.trim() !== "" && { notes: notes.trim() }),
            },
          ],
        },
        idempotencyKey,
      }),
    () => {
      close();
      notify({ text: t("invoices.issued") });
    },
  );
  const error = issue.error ?? preview.error;
  return (
    <FormModal onClose={close} size="lg" title={t(`invoices.new.${kind}`)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          issue.submit(undefined);
        }}
      >
        {asksAmount && (
          <MoneyInput
            data-autofocus
            required
            mb="sm"
            currency={currency}
            value={amount}
            onChange={setAmount}
            error={fieldProblem(error, "amount")}
          />
        )}
        {preview.isPending && <Waiting />}
        {preview.data && <PreviewLines preview={preview.data} formats={formats} />}
        <Textarea
          mt="sm"
          rows={2}
          label={t("invoices.notes")}
          value={notes}
          error={fieldProblem(error, "notes")}
          onChange={({ currentTarget }) => setNotes(currentTarget.value)}
        />
        <p className="hint">{t("invoices.never")}</p>
        <FormProblems error={error} excluded={["amount", "notes"]} />
        <Group justify="flex-end" mt="md">
          {preview.data && (
            <Anchor href={`data:application/pdf;base64,${preview.data.pdf}`} download={`${t("invoices.draft")}.pdf`}>
              {t("invoices.draft")}
            </Anchor>
          )}
          <Button variant="default" onClick={close}>
            {t("book.cancel")}
          </Button>
          <Button type="submit" loading={issue.isPending} disabled={!preview.data}>
            {t("invoices.issue")}
          </Button>
        </Group>
      </form>
    </FormModal>
  );
}
