import Type from "typebox";
import { discountOf } from "../../../core/booking-totals.ts";
import { bookingId, bookingReference } from "../../../core/reference.ts";
import { Attribute, integer, string } from "../../../kernel/attribute.ts";
import { problem } from "../../../kernel/values/value-type.ts";

function discountAmounts(text: string): readonly number[] {
  const parsed = discountOf(text);
  return parsed?.kind === "amount" ? [parsed.value] : [];
}

/** `"10%"`, or an absolute amount such as `"100"`. */
export const discount = () =>
  string({
    maxLength: 20,
    format: {
      matches: (text) => discountOf(text) !== undefined,
      problem: "must be an amount such as 100, or a percentage such as 10%",
    },
  }).money({ amountsOf: discountAmounts });

/** `reference`: derived from the id, never stored. */
export const reference = () => {
  const base = integer().type;
  return new Attribute<number>({
    ...base,
    title: "String",
    readSchema: Type.String({ pattern: "^[0-9A-Z]{6,}$" }),
    toJson: (id) => `"${bookingReference(Number(id))}"`,
    readFilterValue(input) {
      const id = typeof input === "string" ? bookingId(input.trim()) : undefined;
      return id === undefined ? problem("must be a reference such as 00002S") : { value: id };
    },
  }).from("bookings.id");
};
