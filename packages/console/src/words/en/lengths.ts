import { several } from "../several.ts";

/** What is said of lengths of stay. */
export const lengths = {
  lengths: {
    about: "What a night costs with fees and taxes, by arrival and length.",
    refusedKey: "Refused by a rule, or without a price",
    takenKey: "Nights are taken",
    none: "There is no length of stay to show: the rental has no prices.",
    monthBack: "A month back",
    monthOn: "A month on",
    guests: "Guests",
    guestsFrom: (from: number, to: number) =>
      from === to ? several(from, "guest", "guests") : `${from} to ${to} guests`,
    grid: (rental: string, month: string) => `Lengths of stay in ${rental}, ${month}`,
    nights: "Nights",
    stay: (date: string, nights: number) => `${date}, ${several(nights, "night", "nights")}`,
    refused: (stay: string) => `${stay}: cannot be booked`,
    taken: (stay: string) => `${stay}: nights are taken`,
    costs: (stay: string, total: string, night: string) => `${stay}: ${total}, ${night} a night`,
  },
};
