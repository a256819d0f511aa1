import { dayIn } from "../../../core/time-zone.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { withAccount } from "../../../kernel/read/parameters.ts";
import type { Translations } from "../../../kernel/values/structure.ts";
import type { CancelationItem } from "../../pricing/policies/cancelation-presets.ts";
import { policyInForce } from "../../pricing/policies/copy-policy.ts";
import { agreementOfRental } from "../../property/rentals/newest-agreement.ts";
import type { Site } from "./find-site.ts";
import { freeNights } from "./free-nights.ts";
import {
  type CaptionedPhoto,
  readAmenities,
  readPhotos,
  readReviews,
  readRooms,
  type SiteAmenity,
  type SiteReview,
  type SiteRoom,
} from "./rental-parts.ts";
import { shownBy, shownRentals } from "./shown-rentals.ts";

/** The nights of a rental's calendar. */
export const calendarNights = 366;

/** Everything that a rental's page shows. Amounts and ratings in hundredths, hours of the rental's day. */
export interface RentalDetails {
  readonly id: number;
  readonly facts: RentalFacts;
  readonly photos: readonly CaptionedPhoto[];
  readonly rooms: readonly SiteRoom[];
  readonly amenities: readonly SiteAmenity[];
  /** Empty where the site shows none. */
  readonly reviews: readonly SiteReview[];
  /** The cancelation policy in force, by descending days before arrival; undefined without one. */
  readonly cancelation: readonly CancelationItem[] | undefined;
  /** The text of the agreement that guests sign; undefined without one. */
  readonly agreement: Translations | undefined;
  /** The free nights from today on (see `freeNights`); undefined where the site shows none. */
  readonly calendar: { readonly from: number; readonly nights: string } | undefined;
}

/** A rental's own attributes. */
export type RentalFacts = {
  readonly name: string;
  readonly headline: Translations;
  readonly summary: Translations;
  readonly description: Translations;
  readonly house_rules: Translations;
  readonly permit_number: string | null;
  readonly guests: number | null;
  readonly bedrooms_count: number | null;
  readonly bathrooms_count: number | null;
  readonly surface: number | null;
  readonly surface_unit: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly country_code: string | null;
  readonly checkin_time: number;
  readonly checkin_end_time: number | null;
  readonly checkout_time: number;
  readonly currency: string;
  readonly min_price: number | null;
  readonly damage_deposit: number | null;
  readonly reviews_count: number;
  readonly reviews_average_rating: number | null;
  readonly preparation_days: number;
  readonly time_zone: string;
  /** Epoch milliseconds. */
  readonly updated_at: number;
};

/**
 * Reads a rental for its page, in one snapshot.
 * @param now epoch milliseconds
 * @returns undefined for a rental that the site does not show
 */
export function readRental(site: Site, id: number, now: number): Promise<RentalDetails | undefined> {
  const { account, scope, settings } = site;
  return scope.transaction(async (transaction) => {
    const facts = await factsOf(transaction, site, id);
    if (!facts) return undefined;
    const from = dayIn(facts.time_zone, now);
    const calendar = { account, rental: id, preparationDays: facts.preparation_days };
    const [photos, rooms, amenities, reviews, policy, agreement, nights] = await Promise.all([
      readPhotos(transaction, account, id),
      readRooms(transaction, account, id),
      readAmenities(transaction, account, id),
      settings.showReviews ? readReviews(transaction, account, id) : [],
      policyInForce({ transaction, account: { id: account } }, id),
      agreementOf(transaction, account, id),
      settings.showCalendar ? freeNights(transaction, calendar, from, calendarNights) : undefined,
    ]);
    return {
      ...{ id, facts, photos, rooms, amenities, reviews, agreement },
      cancelation: policy && itemsOf(policy.days, policy.percentages),
      calendar: nights === undefined ? undefined : { from, nights },
    };
  }, "read");
}

function factsOf(transaction: Transaction, site: Site, id: number): Promise<RentalFacts | undefined> {
  return transaction.row<RentalFacts>(
    `select rental.name, rental.headline, rental.summary, rental.description, rental.house_rules, rental.permit_number,
       coalesce(nullif(rental.sleeps_max, 0), nullif(rental.sleeps, 0)) as guests, rental.bedrooms_count,
       rental.bathrooms_count, rental.surface, rental.surface_unit, rental.lat, rental.lng, rental.city, rental.state,
       rental.country_code, coalesce(rental.checkin_time, accounts.default_arrival_time) as checkin_time,
       coalesce(rental.checkin_end_time, accounts.default_arrival_end_time) as checkin_end_time,
       coalesce(rental.checkout_time, accounts.default_departure_time) as checkout_time, rental.currency,
       rental.min_price, rental.damage_deposit, rental.reviews_count, rental.reviews_average_rating,
       rental.preparation_days, rental.time_zone, rental.updated_at
     from rentals as rental join accounts on accounts.id = rental.account_id
     where rental.account_id = $1 and rental.id = $4 and rental.id in (${shownRentals})`,
    [...shownBy(site), id],
  );
}

const newestAgreement = withAccount(agreementOfRental("rentals", "$2::bigint"), "$1");

async function agreementOf(
  transaction: Transaction,
  account: number,
  rental: number,
): Promise<Translations | undefined> {
  const row = await transaction.row<{ body: Translations }>(
    `select rental_agreements.body from rental_agreements
     where rental_agreements.account_id = $1 and rental_agreements.id = ${newestAgreement}`,
    [account, rental],
  );
  return row?.body;
}

/** @param days and percentages SQL array literals in the same order */
function itemsOf(days: string, percentages: string): CancelationItem[] {
  const numbers = (list: string): number[] => (list.length > 2 ? list.slice(1, -1).split(",").map(Number) : []);
  const penalties = numbers(percentages);
  return numbers(days)
    .map((eligibleDays, index) => ({ eligibleDays, penalty: Math.round((penalties[index] ?? 0) * 100) }))
    .toReversed();
}
