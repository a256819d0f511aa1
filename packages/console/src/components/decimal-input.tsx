import { NumberInput, type NumberInputProps } from "@mantine/core";
import type { ClipboardEvent } from "react";
import { useFormats } from "./use-formats.ts";
import { writtenNumber } from "./written-number.ts";

export interface DecimalInputProps extends Omit<NumberInputProps<number>, "value" | "onChange"> {
  readonly value?: number | string;
  readonly onChange: (value: number | string) => void;
}

/**
 * A number with the account's separators, whatever the browser's language. A pasted number may have other ones, as in a mail from abroad.
 * A number out of bounds stays as it was written: the service refuses it at its field.
 */
export function DecimalInput({ onChange, decimalScale = Number.POSITIVE_INFINITY, ...props }: DecimalInputProps) {
  const { separators } = useFormats();
  const { decimal, group } = separators;
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const isWhole = selectionStart === 0 && selectionEnd === value.length;
    const number = isWhole
      ? writtenNumber(event.clipboardData.getData("text").replace(/%\s*$/, ""), separators)
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
      thousandSeparator={group}
      allowedDecimalSeparators={[".", ","].filter((sign) => sign !== group)}
      {...(Number.isFinite(decimalScale) && { decimalScale })}
      {...props}
      onChange={onChange}
      onPasteCapture={paste}
    />
  );
}
