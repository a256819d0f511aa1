import { Button, Group, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { BookingRecord } from "../../../components/bookings/booking-record.ts";
import { FormModal } from "../../../components/draft/form-modal.tsx";
import { FormProblems, fieldProblem } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { MoneyInput } from "../../../components/money-input.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { minorOf } from "../../../components/record-payment.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useCaptureDeposit } from "./change-deposit.ts";

export interface DepositDialogProps {
  readonly booking: BookingRecord;
  readonly currency: string;
  readonly deposit: NonNullable<BookingRecord["damage_deposit_authorization"]>;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Captures an authorized deposit or a part of it, with the reason that the guest gets. */
export default function CaptureDialog({ booking, currency, deposit, formats, close }: DepositDialogProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const maxAmount = Number(deposit.amount);
  const tooMuch = t("booking.deposit.tooMuch", { amount: formats.money(maxAmount, currency) });
  const form = useForm<{ amount: number | string; reason: string; message: string }>({
    initialValues: { amount: maxAmount, reason: "", message: "" },
    validate: {
      amount: (amount) => {
        if (!(minorOf(amount, currency) > 0)) return t("money.noAmount");
        return Number(amount) > maxAmount ? tooMuch : null;
      },
    },
  });
  const capture = useCaptureDeposit(booking.id, () => {
    close();
    notify({ text: t("booking.deposit.capturing") });
  });
  const submit = form.onSubmit(({ amount, reason, message }) =>
    capture.submit({
      amount: minorOf(amount, currency),
      reason: reason.trim(),
      message: message.trim(),
      idempotencyKey,
    }),
  );
  return (
    <FormModal onClose={close} title={t("booking.deposit.capture")}>
      <form noValidate onSubmit={submit}>
        <p>{t("booking.deposit.captureHint")}</p>
        <MoneyInput
          data-autofocus
          required
          mb="sm"
          currency={currency}
          description={tooMuch}
          {...form.getInputProps("amount")}
          error={form.errors.amount ?? fieldProblem(capture.error, "amount_in_cents")}
        />
        <TextInput
          required
          label={t("booking.deposit.reason")}
          {...form.getInputProps("reason")}
          error={fieldProblem(capture.error, "reason")}
        />
        <Textarea
          autosize
          mt="sm"
          label={t("booking.deposit.message")}
          {...form.getInputProps("message")}
          error={fieldProblem(capture.error, "message_to_guest")}
        />
        <FormProblems error={capture.error} excluded={["amount_in_cents", "reason", "message_to_guest"]} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t("book.cancel")}
          </Button>
          <Button type="submit" loading={capture.isPending}>
            {t("booking.deposit.capture")}
          </Button>
        </Group>
      </form>
    </FormModal>
  );
}
