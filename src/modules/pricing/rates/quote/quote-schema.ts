import Type, { type TSchema } from "typebox";
import { type Attribute, structure } from "../../../../kernel/attribute.ts";
import { problem } from "../../../../kernel/values/value-type.ts";

/** Something that is computed, as it is documented. */
export const answered = (schema: TSchema): Attribute<unknown> =>
  structure<unknown>({
    title: "Object",
    schema,
    accept: () => problem("is only read"),
    isValue: (candidate): candidate is unknown => candidate !== undefined,
  }).readOnly();

const names = Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]));
const decimal = Type.String({ pattern: "^-?\\d+\\.\\d{1,2}$" });
const tax = { tax_id: Type.Integer(), name: names, percentage: decimal, amount: decimal };

/**
 * The members that `membersOf` writes beside `initial_price` and `final_price`.
 * @param amount how its amounts are declared: numbers in searches, decimals elsewhere
 */
export const priceMembers = (amount: () => Attribute<number>) => ({
  price_to_pay_now: amount().readOnly().description("What is to pay when booking."),
  price_to_pay_now_with_damage_deposit: amount()
    .readOnly()
    .description("The same with the damage deposit, where that is collected with the booking."),
  taxes: answered(Type.Array(Type.Object(tax))).description("All taxes, those that are included too, summed by tax."),
  price_details: answered(
    Type.Object({
      rental: Type.Array(
        Type.Object({
          step: Type.String({
            description:
              "The kind of a rates rule, or nightly_rate, mid_term_rate, absolute_min_price, minor_unit, special_offer, price_increase, rounding_kind.",
          }),
          id: Type.Union([Type.Integer(), Type.Null()], {
            description: "The rates rule, the special offer, or the application's period for the rental.",
          }),
          nights: Type.Integer({ description: "On how many nights it acted." }),
          amount: Type.String({ pattern: "^-?\\d+\\.\\d{1,4}$" }),
        }),
        { description: "How initial_price comes about: the amounts add up to it. Empty where it was exchanged." },
      ),
      fees: Type.Array(
        Type.Object({
          id: Type.Integer({ description: "The fee." }),
          rentals_fee_id: Type.Integer(),
          name: names,
          required: Type.Boolean(),
          rate_kind: Type.String(),
          price: Type.String({ description: "Of one." }),
          quantity: Type.Integer(),
          amount: Type.String({
            description: "price × quantity; where it was exchanged, that amount exchanged and rounded once.",
          }),
        }),
      ),
      taxes: Type.Array(
        Type.Object({
          ...tax,
          taxable_type: Type.Enum(["Rental", "Fee"]),
          taxable_id: Type.Integer({ description: "The rental, or the fee." }),
          included: Type.Boolean({ description: "Contained in what is taxed, and not added to final_price." }),
        }),
      ),
    }),
  ).description("How the prices come about, line by line."),
  available: answered(Type.Boolean()).description("With dates: whether the stay can be booked."),
  refusals: answered(
    Type.Array(
      Type.Object({
        kind: Type.String({
          description:
            "nights_taken, preparation_days (another stay is too near), the kind of a rates rule, or arrival_in_the_past, minimum_stay (nights), sleeps_max (guests), no_rate (night), no_exchange_rate (from_currency, to_currency: a required fee cannot be exchanged), largest_amount.",
        }),
        rates_rule_id: Type.Union([Type.Integer(), Type.Null()]),
        nights: Type.Optional(Type.Integer()),
        guests: Type.Optional(Type.Integer()),
        night: Type.Optional(Type.String({ format: "date" })),
        from_currency: Type.Optional(Type.String()),
        to_currency: Type.Optional(Type.String()),
      }),
    ),
  ).description("With dates: everything that keeps the stay from being booked."),
});
