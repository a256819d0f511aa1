import { decimalsOf } from "../../../../src/core/money-format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { DecimalInput, type DecimalInputProps } from "./decimal-input.tsx";

interface MoneyInputProps extends Omit<DecimalInputProps, "label" | "decimals" | "isAmount"> {
  readonly currency: string;
  /** Default: the amount in its currency. */
  readonly label?: string;
}

/** An amount of money: with its currency's decimals and the account's signs. */
export function MoneyInput({ currency, label, ...props }: MoneyInputProps) {
  const { t } = useI18n();
  return (
    <DecimalInput
      label={label ?? t("booking.amount", { currency })}
      min={0}
      {...props}
      decimals={decimalsOf(currency)}
      isAmount
    />
  );
}
