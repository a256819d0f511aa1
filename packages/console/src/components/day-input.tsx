import { ActionIcon, Popover, TextInput, type TextInputProps } from "@mantine/core";
import { CalendarDays } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useI18n } from "../i18n/i18n.ts";
import classes from "./day-input.module.css";
import { dayOf, textOf, todayHere } from "./days.ts";
import { useFormatLocale, useFormats } from "./use-formats.ts";
import { writtenDay } from "./written-day.ts";

const DayCalendar = lazy(async () => ({ default: (await import("./day-calendar.tsx")).DayCalendar }));

interface DayInputProps
  extends Omit<TextInputProps, "type" | "value" | "onChange" | "onBlur" | "min" | "max" | "rightSection"> {
  /** YYYY-MM-DD, or empty */
  readonly value: string;
  readonly onDay: (day: string) => void;
  /** Whether the field may be emptied; otherwise an emptied field shows its last date again. */
  readonly clearable?: boolean;
  /** YYYY-MM-DD; empty means no bound. */
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

/**
 * A date in the account's format, whatever the browser's language: 5 December is not mistaken for 12 May. Accepts every form that the
 * search understands, ISO 8601 included. The calendar loads when it is opened.
 */
export function DayInput({ value, onDay, clearable = false, min = "", max = "", ...rest }: DayInputProps) {
  const { t } = useI18n();
  const formats = useFormats();
  const locale = useFormatLocale();
  const input = useRef<HTMLInputElement>(null);
  /** The text while the person edits it, and an unreadable text afterwards. */
  const [text, setText] = useState<string>();
  const [isFocused, setFocused] = useState(false);
  const [isOpen, setOpen] = useState(false);

  const read = (written: string): string | undefined => {
    const day = writtenDay(written, locale, todayHere());
    return day === undefined ? undefined : textOf(day);
  };
  const isUnreadable = text !== undefined && text.trim() !== "" && read(text) === undefined;
  const boundProblem = (): string | undefined => {
    if (value !== "" && value < min) return t("day.tooEarly", { date: formats.date(dayOf(min)) });
    return max !== "" && value > max ? t("day.tooLate", { date: formats.date(dayOf(max)) }) : undefined;
  };
  const problem = isUnreadable ? t("day.unreadable", { example: formats.dateInNumbers(todayHere()) }) : boundProblem();

  // The browser does not submit a form whose date is not read.
  useEffect(() => input.current?.setCustomValidity(problem ?? ""), [problem]);

  const change = (written: string): void => {
    setText(written);
    const day = read(written);
    if (day !== undefined && hasWholeYear(written)) onDay(day);
    else if (written === "" && clearable) onDay("");
  };
  const finish = (): void => {
    if (text === undefined || isUnreadable) return;
    const day = read(text);
    if (day !== undefined) onDay(day);
    setText(undefined);
  };
  const choose = (day: string): void => {
    onDay(day);
    setText(undefined);
    setOpen(false);
  };
  const isLocked = rest.disabled === true || rest.readOnly === true;
  return (
    <TextInput
      className={classes.field ?? ""}
      // Filters are in rows, in which a weekday is of little use.
      description={clearable || isUnreadable || value === "" ? undefined : formats.date(dayOf(value))}
      inputWrapperOrder={["label", "input", "description", "error"]}
      autoComplete="off"
      {...rest}
      ref={input}
      value={text ?? (value === "" ? "" : formats.dateInNumbers(dayOf(value)))}
      error={(isUnreadable && isFocused ? undefined : problem) ?? rest.error}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        finish();
      }}
      onKeyDown={({ key, altKey }) => {
        if (key === "Enter") finish();
        if (key === "ArrowDown" && altKey && !isLocked) setOpen(true);
      }}
      rightSectionWidth={44}
      rightSection={
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" returnFocus>
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              disabled={isLocked}
              aria-label={t("day.choose")}
              onClick={() => setOpen(!isOpen)}
            >
              <CalendarDays size={18} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={t("day.choose")}>
            <Suspense>
              <DayCalendar {...{ value, min, max, choose }} />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}

/** Whether the person has written a year to its end. Before that, each key would mean another day. */
const hasWholeYear = (written: string): boolean => /\d{4}/.test(written);
