import { Button, Group, Modal, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { useI18n } from "../i18n/i18n.ts";
import { textOf, todayHere } from "./days.ts";
import { FormProblems, fieldProblem } from "./form-problems.tsx";
import type { Formats } from "./formats.ts";
import { useNotices } from "./notices.tsx";
import { digitsOf, type ManualKind, manualKinds, type PaidCurrency, useRecordPayment } from "./record-payment.ts";

interface PaymentFormProps {
  readonly booking: { readonly id: number; readonly payment_left_to_collect?: string | null };
  readonly currency: PaidCurrency;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Records a payment received elsewhere: cash, a transfer, an external card. Suggests the balance due. */
export function PaymentForm({ booking, currency, formats, close }: PaymentFormProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const left = Math.max(0, Number(booking.payment_left_to_collect ?? 0));
  const [amount, setAmount] = useState<number | string>(left || "");
  const [kind, setKind] = useState<ManualKind>("cash");
  const [day, setDay] = useState(textOf(todayHere()));
  const [notes, setNotes] = useState("");
  const { record, remove } = useRecordPayment(booking.id, (payment) => {
    close();
    notify({
      text: t("booking.paymentRecorded", { amount: formats.money(Number(amount), currency) }),
      undo: () => remove(payment),
    });
  });
  const digits = digitsOf(currency);
  const minor = Math.round(Number(amount) * 10 ** digits);
  return (
    <Modal
      opened
      onClose={close}
      title={t("booking.recordPayment")}
      closeButtonProps={{ "aria-label": t("book.cancel") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          record.mutate({ amount: minor, currency, kind, day, notes: notes.trim() });
        }}
      >
        <Group grow mb="sm" align="flex-start">
          <NumberInput
            data-autofocus
            required
            label={t("booking.amount", { currency })}
            value={amount}
            min={0}
            decimalScale={digits}
            error={fieldProblem(record.error, "amount_in_cents")}
            onChange={setAmount}
          />
          <TextInput
            type="date"
            required
            label={t("booking.paidOn")}
            max={textOf(todayHere())}
            value={day}
            error={fieldProblem(record.error, "paid_at")}
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
          />
        </Group>
        <NativeSelect
          mb="sm"
          label={t("booking.how")}
          value={kind}
          onChange={({ currentTarget }) => setKind(manualKinds.find((one) => one === currentTarget.value) ?? "cash")}
          data={manualKinds.map((value) => ({ value, label: t(`booking.kinds.${value}`) }))}
        />
        <TextInput
          label={t("stay.notes")}
          value={notes}
          error={fieldProblem(record.error, "notes")}
          onChange={({ currentTarget }) => setNotes(currentTarget.value)}
        />
        <FormProblems error={record.error} excluded={["amount_in_cents", "paid_at", "notes"]} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t("book.cancel")}
          </Button>
          <Button type="submit" loading={record.isPending} disabled={!(minor > 0)}>
            {t("booking.record")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
