import { NumberInput, type NumberInputProps } from "@mantine/core";
import { decimalsOf } from "../../../../src/core/money-format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { useFormats } from "./use-formats.ts";

interface MoneyInputProps extends Omit<NumberInputProps, "label" | "decimalScale"> {
  readonly currency: string;
  /** Default: the amount in its currency. */
  readonly label?: string;
}

/** An amount of money: with its currency's decimals and the account's separators. */
export function MoneyInput({ currency, label, ...props }: MoneyInputProps) {
  const { t } = useI18n();
  const { decimal, group } = useFormats().separators;
  return (
    <NumberInput
      label={label ?? t("booking.amount", { currency })}
      min={0}
      decimalScale={decimalsOf(currency)}
      fixedDecimalScale
      decimalSeparator={decimal}
      thousandSeparator={group}
      allowedDecimalSeparators={[".", ","].filter((sign) => sign !== group)}
      hideControls
      {...props}
    />
  );
}
