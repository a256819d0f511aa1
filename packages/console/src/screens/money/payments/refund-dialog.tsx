import { FormModal } from "../../../components/draft/form-modal.tsx";
import type { Formats } from "../../../components/formats.ts";
import { Pending } from "../../../components/pending.tsx";
import { amountOf } from "../../../components/record-payment.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { ListedPayment } from "./listed-payments.ts";
import { RefundForm } from "./refund-form.tsx";
import { useRefundable } from "./refundable.ts";

interface RefundDialogProps {
  readonly payment: ListedPayment;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Refunds the unrefunded part of a payment, or less. */
export function RefundDialog({ payment, formats, close }: RefundDialogProps) {
  const { t } = useI18n();
  const { currency, amount_in_cents } = payment;
  const refundable = useRefundable(payment);
  const amount = formats.money(amountOf(amount_in_cents, currency), currency);
  return (
    <FormModal onClose={close} title={t("money.refundOf", { amount })}>
      {refundable.data === undefined && <Pending reads={[refundable]} />}
      {refundable.data !== undefined && (
        <RefundForm {...{ payment, formats, close }} refundable={refundable.data} reread={refundable.refetch} />
      )}
    </FormModal>
  );
}
