import { NumberInput, type NumberInputProps } from "@mantine/core";
import type { ClipboardEvent } from "react";
import { useFormats } from "./use-formats.ts";
import { writtenNumber } from "./written-number.ts";

export interface DecimalInputProps extends Omit<NumberInputProps<number>, "value" | "onChange" | "thousandSeparator"> {
  /** Default: none. */
  readonly thousandSeparator?: string;
  readonly value?: number | string;
  readonly onChange: (value: number | string) => void;
}

/**
 * A number with the account's decimal sign, whatever the browser's language. A pasted number may have other signs, as in a mail from abroad.
 * Without a thousands separator, as in percentages, a point and a comma both begin the decimals.
 * A number out of bounds stays as it was written: the service refuses it at its field.
 */
export function DecimalInput({
  onChange,
  decimalScale = Number.POSITIVE_INFINITY,
  thousandSeparator = "",
  ...props
}: DecimalInputProps) {
  const { decimal } = useFormats().separators;
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const isWhole = selectionStart === 0 && selectionEnd === value.length;
    const number = isWhole
      ? writtenNumber(event.clipboardData.getData("text").replace(/%\s*$/, ""), { decimal, group: thousandSeparator })
      : undefined;
    if (number === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // More decimals than the field has may be another language's thousands: nothing is better than a guess.
    const [, fraction = ""] = number.split(".");
    if (fraction.length <= decimalScale) onChange(number);
  };
  return (
    <NumberInput
      hideControls
      clampBehavior="none"
      decimalSeparator={decimal}
      thousandSeparator={thousandSeparator}
      allowedDecimalSeparators={[".", ","].filter((sign) => sign !== thousandSeparator)}
      {...(Number.isFinite(decimalScale) && { decimalScale })}
      {...props}
      onChange={onChange}
      onPasteCapture={paste}
    />
  );
}
