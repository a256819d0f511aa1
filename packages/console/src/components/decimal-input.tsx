import { TextInput, type TextInputProps } from "@mantine/core";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useI18n } from "../i18n/i18n.ts";
import { useFormats } from "./use-formats.ts";
import { shownNumber, writtenNumber } from "./written-number.ts";

export interface DecimalInputProps extends Omit<TextInputProps, "value" | "onChange" | "min" | "max"> {
  /** As in the API. */
  readonly value?: number | string;
  /** Receives the number as in the API; an empty text while the field holds no number, and the browser then submits no form. */
  readonly onChange: (value: string) => void;
  readonly min?: number;
  readonly max?: number;
  /** The maximum number of decimals. Default: no limit. */
  readonly decimals?: number;
  /** Whether thousands are separated and all decimals shown, as in amounts of money. */
  readonly isAmount?: boolean;
}

/**
 * A number with the account's signs, whatever the browser's language. A text stays as it was typed or pasted until the field is left: signs
 * that move during typing would make 1,205 of 12,05. Percentages have no thousands, so that both signs begin their decimals.
 */
export function DecimalInput({
  value = "",
  onChange,
  onFocus,
  onBlur,
  error,
  min,
  max,
  decimals = Number.POSITIVE_INFINITY,
  isAmount = false,
  ...props
}: DecimalInputProps) {
  const { t } = useI18n();
  const { decimal, group } = useFormats().separators;
  const input = useRef<HTMLInputElement>(null);
  /** The text while the person edits it, and an unreadable text afterwards. */
  const [written, setWritten] = useState<{ readonly text: string; readonly value: string }>();
  const [isFocused, setFocused] = useState(false);

  const signs = { decimal, group: isAmount ? group : "" };
  const show = (number: number | string, separators = signs) =>
    shownNumber(String(number), separators, isAmount ? decimals : 0);
  const read = (text: string): string | undefined => {
    const number = writtenNumber(isAmount ? text : text.replace(/%\s*$/, ""), signs);
    if ((number?.split(".")[1]?.length ?? 0) > decimals) return undefined;
    // 300.00 is no change of 300.
    return number?.replace(/\.0*$|(\.\d*[1-9])0+$/, "$1");
  };
  const problemOf = (text: string): string | undefined => {
    if (text.trim() === "") return undefined;
    const number = Number(read(text) ?? Number.NaN);
    if (Number.isNaN(number)) {
      const sign = decimals === 0 ? "none" : { ".": "point", ",": "comma" }[decimal];
      const example = isAmount ? show(decimals === 0 ? "1250" : "1250.5") : show("12.5");
      return t("number.unreadable", { text: text.trim(), sign, example });
    }
    if (min !== undefined && number < min) return t("number.tooLow", { number: show(min) });
    return max !== undefined && number > max ? t("number.tooHigh", { number: show(max) }) : undefined;
  };
  // Another value, such as a restored draft or a conflict's, replaces the text.
  const edited = written?.value === String(value) ? written.text : undefined;
  const problem = edited === undefined ? undefined : problemOf(edited);

  // The browser does not submit a form whose number is not read.
  useEffect(() => input.current?.setCustomValidity(problem ?? ""), [problem]);

  // Removing the group signs clears the selection, so that typing would add to the old number.
  useLayoutEffect(() => {
    if (isFocused) input.current?.select();
  }, [isFocused]);

  return (
    <TextInput
      inputMode={min === undefined || min < 0 ? "text" : "decimal"}
      autoComplete="off"
      {...props}
      ref={input}
      // No group signs during editing: they would be in wrong places after the first changed digit.
      value={edited ?? show(value, isFocused ? { decimal, group: "" } : signs)}
      error={(isFocused ? undefined : problem) ?? error}
      onChange={({ currentTarget: { value: text } }) => {
        const number = problemOf(text) === undefined ? (read(text) ?? "") : "";
        setWritten({ text, value: number });
        onChange(number);
      }}
      onFocus={(event) => {
        setFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setFocused(false);
        if (problem === undefined) setWritten(undefined);
        onBlur?.(event);
      }}
    />
  );
}
