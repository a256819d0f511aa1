import { useI18n } from "../../../i18n/i18n.ts";
import { dayThen } from "../../days.ts";
import type { Formats } from "../../formats.ts";
import { MoneyInput } from "../../money-input.tsx";
import { amountOf } from "../../record-payment.ts";
import classes from "../bookings.module.css";
import type { RefundablePayment } from "./cancelation.ts";

/** Chosen refunds by payment, as their fields hold them. */
export type Refunds = ReadonlyMap<number, number | string>;

interface RefundFieldsProps {
  readonly payments: readonly RefundablePayment[];
  readonly refunds: Refunds;
  readonly set: (payment: number, amount: number | string) => void;
  readonly currency: string;
  readonly timeZone: string | undefined;
  readonly formats: Formats;
}

/** The refund of each payment, and whether Roost returns the money or only records it. */
export function RefundFields({ payments, refunds, set, currency, timeZone, formats }: RefundFieldsProps) {
  const { t } = useI18n();
  if (payments.length === 0) return null;
  return (
    <fieldset className={classes.cancelRefunds}>
      <legend>{t("cancel.refunds", { currency })}</legend>
      {payments.map(({ payment_id, kind, paid_at, refundable_in_cents, through_gateway }) => (
        <MoneyInput
          key={payment_id}
          currency={currency}
          mt="xs"
          label={`${t.find(`booking.kinds.${kind}`) ?? kind}, ${formats.date(dayThen(paid_at, timeZone))}`}
          description={[
            t("cancel.refundable", { amount: formats.money(amountOf(refundable_in_cents, currency), currency) }),
            through_gateway ? t("money.gatewayReturns") : t("money.noted"),
          ].join(" ")}
          max={amountOf(refundable_in_cents, currency)}
          value={refunds.get(payment_id) ?? ""}
          onChange={(amount) => set(payment_id, amount)}
        />
      ))}
    </fieldset>
  );
}
