import { TextInput, type TextInputProps } from "@mantine/core";
import { useState } from "react";

interface DayInputProps extends Omit<TextInputProps, "type" | "value" | "onChange" | "onBlur"> {
  /** YYYY-MM-DD */
  readonly value: string;
  readonly onDay: (day: string) => void;
}

/**
 * A date that cannot be empty. While someone types, a browser reports an unfinished date ("0" for the day) as empty:
 * the field keeps it and shows the last whole date again when left.
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
