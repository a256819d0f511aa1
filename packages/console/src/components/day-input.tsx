import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";

interface DayInputProps extends Omit<TextInputProps, "type" | "value" | "onChange" | "onBlur"> {
  /** YYYY-MM-DD */
  readonly value: string;
  readonly onDay: (day: string) => void;
}

/**
 * A date that cannot be empty. Browsers report an unfinished date as empty while the person types:
 * the field keeps it, and shows the last complete date again on blur.
 */
export function DayInput({ value, onDay, ...rest }: DayInputProps) {
  const [isUnfinished, setUnfinished] = useState(false);
  return (
    <TextInput
      {...rest}
      type="date"
      value={isUnfinished ? "" : value}
      onChange={({ currentTarget }) => {
        setUnfinished(currentTarget.value === "");
        if (currentTarget.value !== "") onDay(currentTarget.value);
      }}
      onBlur={() => setUnfinished(false)}
    />
  );
}
