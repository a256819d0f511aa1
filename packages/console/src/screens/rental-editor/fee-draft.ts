import type { Resource } from "@roost/client";
import type { WhenDraft } from "../../components/records/when-fields.tsx";

export type RentalsFee = Resource<"rentals_fees">;
export type Fee = Resource<"fees">;

/** A fee's availability (service.md, Rentals fee). */
export const feeStatuses = ["required", "public", "private"] as const;

/** A rental's fee in the form. */
export interface FeeDraft extends WhenDraft {
  /** Empty for a fee that does not exist yet. */
  readonly fee: string;
  readonly status: (typeof feeStatuses)[number];
  readonly maxBookable: string;
  /** For fees per night: the nights counted for each person. */
  readonly maxNights: string;
}

export function feeDraftOf(stored: RentalsFee | undefined, fee: string): FeeDraft {
  return {
    fee: stored ? String(stored.links.fee) : fee,
    status: stored ? statusOf(stored) : "required",
    when: !stored || stored.always_applied ? "always" : stored.start_date === null ? "seasons" : "dates",
    seasons: stored?.links.seasons ?? [],
    from: stored?.start_date ?? "",
    to: stored?.end_date ?? "",
    maxBookable: String(stored?.maximum_bookable ?? ""),
    maxNights: String(stored?.maximum_nights ?? ""),
  };
}

/** Whether the fee counts nights, so that they can be limited. */
export const countsNights = ({ rate_kind }: Pick<Fee, "rate_kind">): boolean => rate_kind.endsWith("_per_night");

export const statusOf = (fee: RentalsFee): FeeDraft["status"] =>
  fee.required ? "required" : fee.public ? "public" : "private";

/** The attributes to send. Setting one way to apply ends the others. */
export function feeAttributes({ status, when, seasons, from, to, maxBookable, maxNights }: FeeDraft) {
  return {
    status,
    maximum_bookable: maxBookable === "" ? null : Number(maxBookable),
    maximum_nights: maxNights === "" ? null : Number(maxNights),
    ...(when === "always" && { always_applied: true }),
    ...(when === "seasons" && { always_applied: false, season_ids: [...seasons] }),
    ...(when === "dates" && { always_applied: false, start_date: from || null, end_date: to || null }),
  };
}
