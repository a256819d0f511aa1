import { FocusTrap } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import "@mantine/dates/styles.css";
import { useI18n } from "../i18n/i18n.ts";
import classes from "./day-calendar.module.css";
import { dayOf, textOf, todayHere } from "./days.ts";
import { useFormatLocale, useFormats } from "./use-formats.ts";

interface DayCalendarProps {
  /** All YYYY-MM-DD, or empty. */
  readonly value: string;
  readonly min: string;
  readonly max: string;
  readonly choose: (day: string) => void;
}

/** A month to choose a day from, with the account's today. */
export function DayCalendar({ value, min, max, choose }: DayCalendarProps) {
  const { t } = useI18n();
  const formats = useFormats();
  const locale = useFormatLocale();
  const inUtc = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    return (date: string) => format.format(new Date(date));
  };
  const today = textOf(todayHere());
  const shown = value || (min > today ? min : today);
  return (
    <FocusTrap>
      <DatePicker
        size="md"
        value={value || null}
        onChange={(day) => day && choose(day)}
        defaultDate={shown}
        {...(min && { minDate: min })}
        {...(max && { maxDate: max })}
        maxLevel="year"
        hideOutsideDates
        weekendDays={[]}
        __stopPropagation
        monthLabelFormat={inUtc({ month: "long", year: "numeric" })}
        yearLabelFormat={inUtc({ year: "numeric" })}
        monthsListFormat={inUtc({ month: "short" })}
        weekdayFormat={inUtc({ weekday: "short" })}
        getDayAriaLabel={(day) => formats.date(dayOf(day))}
        getDayProps={(day) => ({
          ...(day === shown ? { "data-autofocus": true } : {}),
          ...(day === today ? { "aria-current": "date", className: classes.today ?? "" } : {}),
        })}
        ariaLabels={{
          previousMonth: t("calendar.before"),
          nextMonth: t("calendar.after"),
          previousYear: t("rates.yearBack"),
          nextYear: t("rates.yearOn"),
        }}
      />
    </FocusTrap>
  );
}
