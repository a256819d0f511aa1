import { feeQuantity } from "../fees.ts";
import { guestLimit, type RateBook } from "../rates/rate-book.ts";
import { additionalPersons } from "../rules/additional-person-fixed-per-night.ts";
import { occupationLessThan } from "../rules/occupation-less-than.ts";
import type { RulesByKind } from "../rules/rates-rule.ts";
import type { Stay } from "../stay/stay.ts";

/** The most guests of a record of a rental that takes any number. */
const unlimitedOccupancies = 16;

/** Numbers of guests that share all their prices, because everything that counts guests counts them alike. */
export interface Occupancies {
  readonly least: number;
  readonly most: number;
}

/**
 * The occupancies 1 … `guestLimit` in groups (pricing.md §5). Silent in the specification: guests of a length-of-stay record are
 * adults; a rental without a limit has records for up to 16.
 */
export function occupancyGroups(book: RateBook, rules: RulesByKind): readonly Occupancies[] {
  const groups: { least: number; most: number }[] = [];
  let before: readonly number[] = [];
  for (let guests = 1; guests <= (guestLimit(book) ?? unlimitedOccupancies); guests++) {
    const counts = countsOf(book, rules, { arrival: 0, departure: 1, adults: guests, children: 0 });
    const group = groups.at(-1);
    if (group && counts.every((count, index) => count === before[index])) group.most = guests;
    else groups.push({ least: guests, most: guests });
    before = counts;
  }
  return groups;
}

/** Everything that a price can depend on the guests by. A quantity per night that is equal for one night is so for any number. */
function countsOf(book: RateBook, rules: RulesByKind, stay: Stay): readonly number[] {
  return [
    ...rules.occupation_less_than.map((rule) => (occupationLessThan.matches(rule, stay, 0) ? 1 : 0)),
    ...rules.additional_person_fixed_per_night.map((rule) => additionalPersons(rule, stay.adults)),
    ...book.fees.filter((fee) => fee.required).map((fee) => feeQuantity(fee, stay)),
    // The share of one guest gets smaller with each, even when no more of them are charged.
    book.fees.some((fee) => fee.required && fee.rateKind === "individual_percentage_per_adult") ? stay.adults : 0,
  ];
}
