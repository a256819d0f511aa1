import { Button, Group, Modal, NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import { amountOf, digitsOf } from "../../components/record-payment.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useRefund } from "./change-payment.ts";
import type { ListedPayment } from "./listed-payments.ts";

interface RefundFormProps {
  readonly payment: ListedPayment;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Refunds all or part of a payment. The service checks the refundable amount. */
export function RefundForm({ payment, formats, close }: RefundFormProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { currency, amount_in_cents, order_id } = payment;
  const [amount, setAmount] = useState<number | string>(amountOf(amount_in_cents, currency));
  const [notes, setNotes] = useState("");
  const minor = Math.round(Number(amount) * 10 ** digitsOf(currency));
  const refund = useRefund(payment.id, () => {
    close();
    notify({ text: t("money.refunded", { amount: formats.money(Number(amount), currency) }) });
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t("money.refundOf", { amount: formats.money(amountOf(amount_in_cents, currency), currency) })}
      closeButtonProps={{ "aria-label": t("book.cancel") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          refund.mutate({ amount: minor, notes: notes.trim() });
        }}
      >
        <p>{order_id ? t("money.gatewayReturns") : t("money.noted")}</p>
        <NumberInput
          data-autofocus
          required
          mb="sm"
          label={t("booking.amount", { currency })}
          value={amount}
          min={0}
          decimalScale={digitsOf(currency)}
          error={fieldProblem(refund.error, "amount_in_cents")}
          onChange={setAmount}
        />
        <TextInput
          label={t("stay.notes")}
          value={notes}
          error={fieldProblem(refund.error, "notes")}
          onChange={({ currentTarget }) => setNotes(currentTarget.value)}
        />
        <FormProblems error={refund.error} excluded={["amount_in_cents", "notes"]} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t("book.cancel")}
          </Button>
          <Button type="submit" loading={refund.isPending} disabled={!(minor > 0)}>
            {t("money.refund")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
