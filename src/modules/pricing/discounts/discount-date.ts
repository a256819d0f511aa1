import { dayOfInstant, parseDay } from "../../../core/day.ts";
import { Attribute } from "../../../kernel/attribute.ts";
import { dateValue, parseInstant } from "../../../kernel/values/time.ts";
import { problem, type ValueType } from "../../../kernel/values/value-type.ts";

const plain = dateValue();

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The format of the registry's sample: `Mon, 19 Sep 2023 13:14:09.392265926 UTC +00:00`. */
const sampleFormat = /^[A-Z][a-z]{2}, (\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) \d{2}:\d{2}:\d{2}(\.\d+)? UTC \+00:00$/;

/** A discount code's date. Clients also send times, whose UTC day counts. */
const discountDateValue: ValueType<number> = {
  ...plain,
  accept(input) {
    const day = typeof input === "string" ? dayOf(input.trim()) : undefined;
    return day === undefined ? problem("must be a date such as 2027-01-04") : { value: day };
  },
};

export const discountDate = () => new Attribute(discountDateValue);

function dayOf(text: string): number | undefined {
  const day = parseDay(text);
  if (day !== undefined) return day;
  const instant = parseInstant(text);
  if (instant !== undefined) return dayOfInstant(instant);
  const [, date = "", name = "", year = ""] = sampleFormat.exec(text) ?? [];
  const month = months.indexOf(name) + 1;
  return parseDay(`${year}-${String(month).padStart(2, "0")}-${date.padStart(2, "0")}`);
}
