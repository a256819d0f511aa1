import { useI18n } from "../../../i18n/i18n.ts";
import { useFormats } from "../../use-formats.ts";
import type { BookingRecord } from "../booking-record.ts";
import { depositOf } from "./deposit.ts";

/** An amount that may come with a confirmation. */
interface Amount {
  readonly value: string;
  readonly label: string;
  /** In the booking's currency; undefined for one that the person types. */
  readonly amount: number | undefined;
}

/** None, the deposit, the rest, or any other amount. */
export function useAmounts(booking: BookingRecord): readonly Amount[] {
  const { t } = useI18n();
  const formats = useFormats();
  const deposit = depositOf(booking);
  const left = Math.max(0, Number(booking.payment_left_to_collect ?? 0));
  const rest = Number(booking.paid_amount ?? 0) > 0 ? t("stay.open") : t("hold.full");
  return [
    { value: "none", label: t("hold.noPayment"), amount: 0 },
    ...(deposit
      ? [
          {
            value: "deposit",
            label: t("hold.deposit", { percentage: formats.percent(deposit.percentage) }),
            amount: deposit.amount,
          },
        ]
      : []),
    ...(left > 0 ? [{ value: "rest", label: rest, amount: left }] : []),
    { value: "other", label: t("hold.otherAmount"), amount: undefined },
  ];
}
