import { feeRateKinds } from "../../../core/pricing/fee-rate-kinds.ts";
import { boolean, date, decimal, id, integer, oneOf, time, timestamps, translated } from "../../../kernel/attribute.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** SQL: a column of the underlying fee. */
const ofFee = (column: string) =>
  `(select fees.${column} from fees where fees.account_id = :account_of(rentals_fees) and fees.id = rentals_fees.fee_id)`;

/** A fee in one rental: when it applies, how often it can be booked, and by whom (service.md, Rentals fee). */
export const rentalsFee = defineResource("rentals_fees", {
  singular: "rentals_fee",
  description: "A fee in one rental: when it applies, and whether it is required or optional.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    id: id(),
    // The three ways to apply exclude each other (applicability.ts).
    always_applied: boolean()
      .neverNull()
      .persistedByOperation()
      .description("If false, the fee applies in its seasons or from start_date to end_date."),
    start_date: date()
      .near()
      .persistedByOperation()
      .description(
        "The first night on which the fee applies. Used with end_date, instead of always_applied or seasons.",
      ),
    end_date: date().near().persistedByOperation().description("The last night on which the fee applies."),
    maximum_bookable: integer({ min: 1 }).description("The maximum quantity per booking; null for no limit."),
    maximum_nights: integer({ min: 1 }).description(
      "For rate kinds per night: how many nights are counted for each person in this rental; null for the fee's own limit.",
    ),
    name: translated().from(ofFee("name")).description("The fee's name."),
    rate: decimal().from(ofFee("rate")).present().description("The fee's rate."),
    rate_kind: oneOf(feeRateKinds).from(ofFee("rate_kind")).present().description("How the fee's rate is applied."),
    public: boolean().readOnly().present().description("Whether guests can book the fee themselves."),
    required: boolean()
      .readOnly()
      .present()
      .description("Whether new bookings always include the fee; a required fee is also public."),
    status: oneOf(["public", "required", "private"]).inputOnly().description("Sets public and required."),
    archived_at: time().readOnly().description("When the fee was archived in this rental; null while it is active."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    fee: one("fees").deletedAlong().writtenAs("fee_id", "required").present().description("The fee."),
    rental: one("rentals").deletedAlong().present().description("The rental."),
    seasons: many("seasons", {
      through: "rentals_fees_seasons",
      ours: "rentals_fee_id",
      theirs: "season_id",
    })
      .writtenAs("season_ids")
      .leftByEnded()
      .description("The seasons in which the fee applies. A write replaces the list."),
  },
  deletion: { column: "archived_at", singleRead: "shown" },
});
