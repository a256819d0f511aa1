import { feeRateKinds } from "../core/pricing/fee-rate-kinds.ts";
import { boolean, date, decimal, id, integer, oneOf, time, timestamps, translated } from "../kernel/attribute.ts";
import { many, one } from "../kernel/relation.ts";
import { defineResource } from "../kernel/resource.ts";

/** What a rentals fee shows of its fee. */
const ofFee = (column: string) =>
  `(select fees.${column} from fees where fees.account_id = rentals_fees.account_id and fees.id = rentals_fees.fee_id)`;

/** A fee within one rental: when it applies, how often it can be booked, and by whom (service.md, Rentals fee). */
export const rentalsFee = defineResource("rentals_fees", {
  singular: "rentals_fee",
  purpose: "A fee within one rental: when it applies, and whether guests must or may book it.",
  readScopes: ["public", "rentals_write"],
  attributes: {
    id: id(),
    // The three ways to apply exclude each other (applicability.ts).
    always_applied: boolean()
      .neverNull()
      .storedByVerb()
      .meaning("When false, seasons or start_date and end_date say when the fee applies."),
    start_date: date().near().storedByVerb(),
    end_date: date().near().storedByVerb(),
    maximum_bookable: integer({ min: 1 }),
    name: translated().from(ofFee("name")),
    rate: decimal().from(ofFee("rate")),
    rate_kind: oneOf(feeRateKinds).from(ofFee("rate_kind")),
    public: boolean().readOnly(),
    required: boolean().readOnly().meaning("Always included in new bookings; also public then."),
    status: oneOf(["public", "required", "private"]).forTheVerb().meaning("Sets public and required."),
    archived_at: time().readOnly(),
    ...timestamps(),
  },
  relations: {
    account: one("accounts"),
    fee: one("fees").writtenAs("fee_id", "required"),
    rental: one("rentals"),
    seasons: many("seasons", {
      through: "rentals_fees_seasons",
      ours: "rentals_fee_id",
      theirs: "season_id",
    }).writtenAs("season_ids"),
  },
  deletion: { column: "archived_at", singleRead: "shown" },
});
