import { ActionIcon } from "@mantine/core";
import { Undo2 } from "lucide-react";
import { useSession } from "../../app/session.tsx";
import { dayThen } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { amountOf } from "../../components/record-payment.ts";
import { useI18n } from "../../i18n/i18n.ts";
import lines from "./lines.module.css";
import type { PaymentPart } from "./payments.ts";

interface PaymentLineProps {
  readonly part: PaymentPart;
  readonly timeZone: string | undefined;
  readonly formats: Formats;
  readonly refund: () => void;
}

/** A payment: how, when, its remarks and its refund. */
export function PaymentLine({ part, timeZone, formats, refund }: PaymentLineProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const { payment, amount_in_cents, currency } = part;
  const amount = amountOf(amount_in_cents, currency);
  const when = payment?.paid_at ?? payment?.rejected_at ?? payment?.authorized_at;
  const isRefund = payment?.refunded_payment_id && payment.kind !== "dispute";
  const name = isRefund ? t("booking.refund") : payment && t(`booking.kinds.${payment.kind}`);
  const details = [
    when && formats.date(dayThen(when, timeZone)),
    payment?.rejected_at && t("booking.rejected", { reason: payment.rejection_reason ?? "" }).trim(),
    payment?.dispute_status === "open" && t("booking.disputed"),
    !when && t("booking.underWay"),
    payment?.card,
    payment?.notes,
  ];
  const canRefund = may("payments_write") && payment?.paid_at && !payment.refunded_payment_id && amount_in_cents > 0;
  return (
    <tr className={payment?.rejected_at ? lines.included : undefined}>
      <th scope="row">
        {name}
        <small>{details.filter(Boolean).join(" · ")}</small>
      </th>
      <td>{formats.money(amount, currency)}</td>
      <td className={lines.remove}>
        {canRefund && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t("money.refundOf", { amount: formats.money(amount, currency) })}
            onClick={refund}
          >
            <Undo2 size={16} aria-hidden />
          </ActionIcon>
        )}
      </td>
    </tr>
  );
}
