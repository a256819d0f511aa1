import { dividesByGuests, feeQuantity } from "../fees.ts";
import { guestLimit, type RateBook } from "../rates/rate-book.ts";
import { additionalPersons } from "../rules/additional-person-fixed-per-night.ts";
import { occupationLessThan } from "../rules/occupation-less-than.ts";
import type { RulesByKind } from "../rules/rates-rule.ts";
import type { Stay } from "../stay/stay.ts";

/** The largest occupancy listed for a rental without a guest limit. */
const unlimitedOccupancies = 16;

/** Numbers of guests with equal prices, because everything that depends on guests treats them alike. */
export interface Occupancies {
  readonly min: number;
  readonly max: number;
}

/**
 * The occupancies 1 … `guestLimit` in groups (pricing.md §5). Not specified: guests of a length-of-stay record are adults, and a rental
 * without a limit has records for up to 16.
 */
export function occupancyGroups(book: RateBook, rules: RulesByKind): readonly Occupancies[] {
  const groups: { min: number; max: number }[] = [];
  let before: readonly number[] = [];
  for (let guests = 1; guests <= (guestLimit(book) ?? unlimitedOccupancies); guests++) {
    const counts = countsOf(book, rules, { arrival: 0, departure: 1, adults: guests, children: 0 });
    const group = groups.at(-1);
    if (group && counts.every((count, index) => count === before[index])) group.max = guests;
    else groups.push({ min: guests, max: guests });
    before = counts;
  }
  return groups;
}

/** Every quantity through which guests affect a price. Quantities that are equal for one night are equal for any number. */
function countsOf(book: RateBook, rules: RulesByKind, stay: Stay): readonly number[] {
  return [
    ...rules.occupation_less_than.map((rule) => (occupationLessThan.matches(rule, stay, 0) ? 1 : 0)),
    ...rules.additional_person_fixed_per_night.map((rule) => additionalPersons(rule, stay.adults)),
    ...book.fees.filter((fee) => fee.required).map((fee) => feeQuantity(fee, stay)),
    // One guest's share shrinks with each further guest, even where no more units are charged.
    book.fees.some((fee) => fee.required && dividesByGuests(fee.rateKind)) ? stay.adults : 0,
  ];
}
