import { Button, Checkbox, Group, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { FormProblems, fieldProblem } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { MoneyInput } from "../../../components/money-input.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { amountOf, minorOf } from "../../../components/record-payment.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useRefund } from "./change-payment.ts";
import type { ListedPayment } from "./listed-payments.ts";

interface RefundFormProps {
  readonly payment: ListedPayment;
  /** Minor units. */
  readonly refundable: number;
  readonly formats: Formats;
  readonly reread: () => Promise<unknown>;
  readonly close: () => void;
}

interface RefundValues {
  readonly amount: number | string;
  readonly notes: string;
  readonly reducesPrice: boolean;
}

/** The open form has one idempotency key: a retry after a lost answer refunds once. */
export function RefundForm({ payment, refundable, formats, reread, close }: RefundFormProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { currency, order_id } = payment;
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const maxAmount = amountOf(refundable, currency);
  const money = (amount: number) => formats.money(amount, currency);
  const form = useForm<RefundValues>({
    initialValues: { amount: maxAmount, notes: "", reducesPrice: false },
    validate: {
      amount: (amount) => {
        if (!(minorOf(amount, currency) > 0)) return t("money.noAmount");
        return minorOf(amount, currency) > refundable ? t("money.refundable", { amount: money(maxAmount) }) : null;
      },
    },
  });
  const amount = Number(form.values.amount);
  const refund = useRefund(payment.id, {
    onSuccess: () => {
      close();
      notify({ text: t("money.refunded", { amount: money(amount) }) });
    },
    // Another person may have refunded a part meanwhile.
    onError: () => void reread(),
  });
  const isExceeded = fieldProblem(refund.error, "amount_in_cents") !== undefined;
  const submit = form.onSubmit(({ notes, reducesPrice }) =>
    refund.submit({ amount: minorOf(amount, currency), notes: notes.trim(), reducesPrice, idempotencyKey }),
  );
  if (refundable <= 0) return <p>{t("money.refundedAlready")}</p>;
  return (
    <form noValidate onSubmit={submit}>
      <p>{order_id ? t("money.gatewayReturns") : t("money.noted")}</p>
      <MoneyInput
        data-autofocus
        required
        mb="sm"
        currency={currency}
        description={t("money.refundable", { amount: money(maxAmount) })}
        {...form.getInputProps("amount")}
        error={form.errors.amount ?? (isExceeded && t("money.refundable", { amount: money(maxAmount) }))}
      />
      <TextInput label={t("stay.notes")} {...form.getInputProps("notes")} error={fieldProblem(refund.error, "notes")} />
      {payment.kind !== "damage-deposit" && (
        <Checkbox
          mt="sm"
          label={t("money.reducePrice")}
          description={t("money.reducePriceHint")}
          {...form.getInputProps("reducesPrice", { type: "checkbox" })}
          error={fieldProblem(refund.error, "reduce_price")}
        />
      )}
      <FormProblems error={refund.error} excluded={["notes", "amount_in_cents", "reduce_price"]} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t("book.cancel")}
        </Button>
        <Button type="submit" loading={refund.isPending}>
          {amount > 0 ? t("money.refundAmount", { amount: money(amount) }) : t("money.refund")}
        </Button>
      </Group>
    </form>
  );
}
