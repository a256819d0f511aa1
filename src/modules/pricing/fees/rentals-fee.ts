import { feeRateKinds } from "../../../core/pricing/fee-rate-kinds.ts";
import { boolean, date, decimal, id, integer, oneOf, time, timestamps, translated } from "../../../kernel/attribute.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";

/** What a rentals fee shows of its fee. */
const ofFee = (column: string) =>
  `(select fees.${column} from fees where fees.account_id = rentals_fees.account_id and fees.id = rentals_fees.fee_id)`;

/** A fee within one rental: when it applies, how often it can be booked, and by whom (service.md, Rentals fee). */
export const rentalsFee = defineResource("rentals_fees", {
  singular: "rentals_fee",
  description: "A fee within one rental: when it applies, and whether guests must or may book it.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    id: id(),
    // The three ways to apply exclude each other (applicability.ts).
    always_applied: boolean()
      .neverNull()
      .persistedByOperation()
      .description("When false, seasons or start_date and end_date say when the fee applies."),
    start_date: date()
      .near()
      .persistedByOperation()
      .description(
        "The first night on which the fee applies; with end_date, when it neither always applies nor has seasons.",
      ),
    end_date: date().near().persistedByOperation().description("The last night on which the fee applies."),
    maximum_bookable: integer({ min: 1 }).description("The most of it that one booking can have; null for no limit."),
    name: translated().from(ofFee("name")).description("The name of the fee."),
    rate: decimal().from(ofFee("rate")).present().description("The rate of the fee."),
    rate_kind: oneOf(feeRateKinds)
      .from(ofFee("rate_kind"))
      .present()
      .description("How the rate of the fee is counted."),
    public: boolean().readOnly().present().description("Whether guests can book it themselves."),
    required: boolean().readOnly().present().description("Always included in new bookings; also public then."),
    status: oneOf(["public", "required", "private"]).inputOnly().description("Sets public and required."),
    archived_at: time().readOnly().description("When the fee ended in this rental; null while it counts."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    fee: one("fees").deletedAlong().writtenAs("fee_id", "required").present().description("The fee that is charged."),
    rental: one("rentals").deletedAlong().present().description("The rental in which it is charged."),
    seasons: many("seasons", {
      through: "rentals_fees_seasons",
      ours: "rentals_fee_id",
      theirs: "season_id",
    })
      .writtenAs("season_ids")
      .leftByEnded()
      .description("The seasons in which it applies; a write replaces them all."),
  },
  deletion: { column: "archived_at", singleRead: "shown" },
});
