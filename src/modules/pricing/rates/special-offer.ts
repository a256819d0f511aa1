import Type from "typebox";
import { parseHundredths } from "../../../core/hundredths.ts";
import { dayIn } from "../../../core/time-zone.ts";
import { Attribute, date, id, timestamps, translated } from "../../../kernel/attribute.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { floatValue } from "../../../kernel/values/number.ts";
import { problem, type ValueType } from "../../../kernel/values/value-type.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { Check } from "../../../kernel/write/input/read-body.ts";
import { timeZoneOf } from "../../property/occupancy/rental-clock.ts";

const number = floatValue({ max: 100 });

/** Percent, above 1 and up to 100, with at most two decimals: prices are computed in whole basis points. */
const discount: ValueType<number> = {
  ...number,
  writeSchema: Type.Number({ exclusiveMinimum: 1, maximum: 100 }),
  accept(input) {
    const accepted = number.accept(input);
    if ("problem" in accepted) return accepted;
    if (accepted.value <= 1) return problem("must be greater than 1");
    if (parseHundredths(String(accepted.value)) === undefined) return problem("must have at most two decimals");
    return accepted;
  },
};

/** A discount on stays that arrive between two days, both included (pricing.md §3, order e). */
export const specialOffer = defineResource("special_offers", {
  singular: "special_offer",
  description: "A discount on stays in one rental that arrive between two dates.",
  readScopes: ["public", "rates_write"],
  attributes: {
    id: id(),
    name: translated({ minLength: 3, maxLength: 50 }).required().description("The name of the offer."),
    start_date: date().near().required().description("The first arrival day with the discount; not in the past."),
    end_date: date().near().required().description("The last arrival day with the discount."),
    discount: new Attribute(discount).required().description("The discount in percent."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("The rental."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});

const { start_date, end_date } = specialOffer.attributes;

/** The start must be before the end. */
export const checkSpecialOffer: Check = (draft, errors) => {
  const start = draft.value(start_date);
  const end = draft.value(end_date);
  if (typeof start === "number" && typeof end === "number" && start >= end) {
    errors.add("start_date", "must be before end_date");
  }
};

/** A new start must not be in the past on the rental's calendar. */
export async function checkOfferStart(
  context: WriteContext,
  rental: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const start = draft.value(start_date);
  if (!draft.changes(start_date) || typeof start !== "number") return;
  if (start < dayIn(await timeZoneOf(context, rental), context.now)) errors.add("start_date", "cannot be in the past");
}
