import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";
import { dayOf } from "./days.ts";
import { useFormats } from "./use-formats.ts";

interface DayInputProps extends Omit<TextInputProps, "type" | "value" | "onChange" | "onBlur"> {
  /** YYYY-MM-DD */
  readonly value: string;
  readonly onDay: (day: string) => void;
}

/**
 * A date that cannot be empty. Browsers report an unfinished date as empty while the person types:
 * the field keeps it, and shows the last complete date again on blur. The browser decides the field's own format, so the date is also
 * written in the account's: 5 December is not mistaken for 12 May.
 */
export function DayInput({ value, onDay, ...rest }: DayInputProps) {
  const formats = useFormats();
  const [isUnfinished, setUnfinished] = useState(false);
  return (
    <TextInput
      {...rest}
      type="date"
      value={isUnfinished ? "" : value}
      description={value === "" ? undefined : formats.date(dayOf(value))}
      inputWrapperOrder={["label", "input", "description", "error"]}
      onChange={({ currentTarget }) => {
        setUnfinished(currentTarget.value === "");
        if (currentTarget.value !== "") onDay(currentTarget.value);
      }}
      onBlur={() => setUnfinished(false)}
    />
  );
}
