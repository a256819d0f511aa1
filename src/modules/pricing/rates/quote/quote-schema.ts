import Type, { type TSchema } from "typebox";
import { type Attribute, structure } from "../../../../kernel/attribute.ts";
import { problem } from "../../../../kernel/values/value-type.ts";

/** A computed, read-only attribute with its documented schema. */
export const answered = (schema: TSchema): Attribute<unknown> =>
  structure<unknown>({
    title: "Object",
    schema,
    accept: () => problem("is read-only"),
    isValue: (candidate): candidate is unknown => candidate !== undefined,
  }).readOnly();

const names = Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()]));
const decimal = Type.String({ pattern: "^-?\\d+\\.\\d{1,2}$" });
const tax = { tax_id: Type.Integer(), name: names, percentage: decimal, amount: decimal };

/**
 * The members that `membersOf` writes in addition to `initial_price` and `final_price`.
 * @param amount declares an amount: a number in searches, a decimal elsewhere
 */
export const priceMembers = (amount: () => Attribute<number>) => ({
  price_to_pay_now: amount().readOnly().description("The amount due when booking."),
  price_to_pay_now_with_damage_deposit: amount()
    .readOnly()
    .description("The amount due when booking, with the damage deposit if it is collected then."),
  taxes: answered(Type.Array(Type.Object(tax))).description("All taxes, including those in prices, summed by tax."),
  price_details: answered(
    Type.Object({
      rental: Type.Array(
        Type.Object({
          step: Type.String({
            description:
              "A rates rule's kind, or nightly_rate, mid_term_rate, absolute_min_price, minor_unit, special_offer, price_increase, rounding_kind.",
          }),
          id: Type.Union([Type.Integer(), Type.Null()], {
            description: "The id of the rates rule, special offer, or applications periods rental.",
          }),
          nights: Type.Integer({ description: "The number of nights that the step affected." }),
          amount: Type.String({ pattern: "^-?\\d+\\.\\d{1,4}$" }),
        }),
        { description: "The breakdown of initial_price: the amounts add up to it. Empty if it was exchanged." },
      ),
      fees: Type.Array(
        Type.Object({
          id: Type.Integer({ description: "The fee's id." }),
          rentals_fee_id: Type.Integer(),
          name: names,
          required: Type.Boolean(),
          rate_kind: Type.String(),
          price: Type.String({ description: "The price of one unit." }),
          quantity: Type.Integer(),
          amount: Type.String({
            description:
              "price × quantity. If exchanged from another currency than the fee's: that amount, exchanged and rounded once.",
          }),
        }),
      ),
      taxes: Type.Array(
        Type.Object({
          ...tax,
          taxable_type: Type.Enum(["Rental", "Fee"]),
          taxable_id: Type.Integer({ description: "The id of the rental or fee." }),
          included: Type.Boolean({
            description: "Whether the taxed price includes the tax, so final_price does not add it.",
          }),
        }),
      ),
    }),
  ).description("The breakdown of the prices, line by line."),
  available: answered(Type.Boolean()).description("With dates: whether the stay can be booked."),
  refusals: answered(
    Type.Array(
      Type.Object({
        kind: Type.String({
          description:
            "nights_taken, preparation_days (another stay is too close), a rates rule's kind, or arrival_in_the_past, minimum_stay (nights), closed_to_arrival and closed_to_departure (rate_override_id), sleeps_max (guests), no_rate (night), no_exchange_rate (from_currency, to_currency: a required fee cannot be exchanged), largest_amount.",
        }),
        rates_rule_id: Type.Union([Type.Integer(), Type.Null()]),
        rate_override_id: Type.Optional(Type.Integer()),
        nights: Type.Optional(Type.Integer()),
        guests: Type.Optional(Type.Integer()),
        night: Type.Optional(Type.String({ format: "date" })),
        from_currency: Type.Optional(Type.String()),
        to_currency: Type.Optional(Type.String()),
      }),
    ),
  ).description("With dates: every reason why the stay cannot be booked."),
});
