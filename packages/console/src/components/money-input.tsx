import { useState } from "react";
import { decimalsOf } from "../../../../src/core/money-format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { DecimalInput, type DecimalInputProps } from "./decimal-input.tsx";
import { useFormats } from "./use-formats.ts";

interface MoneyInputProps
  extends Omit<DecimalInputProps, "label" | "decimalScale" | "fixedDecimalScale" | "thousandSeparator"> {
  readonly currency: string;
  /** Default: the amount in its currency. */
  readonly label?: string;
}

/**
 * An amount of money: with its currency's decimals and the account's separators. Missing decimals are shown when the field is left. Added
 * during fast typing, `333.00` would move the cursor before its decimal sign, and 333.33 would become 33,333.
 */
export function MoneyInput({ currency, label, value = "", onChange, onBlur, ...props }: MoneyInputProps) {
  const { t } = useI18n();
  const [isTyping, setIsTyping] = useState(false);
  const { group } = useFormats().separators;
  const decimals = decimalsOf(currency);
  return (
    <DecimalInput
      label={label ?? t("booking.amount", { currency })}
      min={0}
      decimalScale={decimals}
      thousandSeparator={group}
      // An untouched amount is no change: its decimals must not be trimmed.
      trimLeadingZeroesOnBlur={isTyping}
      clampBehavior="blur"
      {...props}
      value={isTyping ? value : withDecimals(value, decimals)}
      onChange={(typed) => {
        setIsTyping(true);
        onChange(typed);
      }}
      onBlur={(event) => {
        setIsTyping(false);
        onBlur?.(event);
      }}
    />
  );
}

function withDecimals(value: number | string, decimals: number): number | string {
  const amount = Number(value);
  return value === "" || Number.isNaN(amount) ? value : amount.toFixed(decimals);
}
