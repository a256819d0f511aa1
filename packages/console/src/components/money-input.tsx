import { NumberInput, type NumberInputProps } from "@mantine/core";
import { useState } from "react";
import { decimalsOf } from "../../../../src/core/money-format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { useFormats } from "./use-formats.ts";

interface MoneyInputProps extends Omit<NumberInputProps, "label" | "decimalScale"> {
  readonly currency: string;
  /** Default: the amount in its currency. */
  readonly label?: string;
}

/**
 * An amount of money: with its currency's decimals and the account's separators. Missing decimals are added when the field is left: while
 * somebody types fast, `333.00` would take the cursor back before its decimal sign, and 333.33 would become 33,333.
 */
export function MoneyInput({ currency, label, onFocus, onBlur, ...props }: MoneyInputProps) {
  const { t } = useI18n();
  const [isEdited, setIsEdited] = useState(false);
  const { decimal, group } = useFormats().separators;
  return (
    <NumberInput
      label={label ?? t("booking.amount", { currency })}
      min={0}
      decimalScale={decimalsOf(currency)}
      fixedDecimalScale={!isEdited}
      decimalSeparator={decimal}
      thousandSeparator={group}
      allowedDecimalSeparators={[".", ","].filter((sign) => sign !== group)}
      hideControls
      onFocus={(event) => {
        setIsEdited(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setIsEdited(false);
        onBlur?.(event);
      }}
      {...props}
    />
  );
}
