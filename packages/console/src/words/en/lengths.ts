import { several } from "../several.ts";

/** What is said of lengths of stay. */
export const lengths = {
  lengths: {
    about: "Price per night with fees and taxes, by arrival and length of stay.",
    refusedKey: "Refused by a rule, or no price",
    takenKey: "Nights are taken",
    none: "No prices to show. Add rates to this rental.",
    monthBack: "Previous month",
    monthOn: "Next month",
    guests: "Guests",
    guestsFrom: (from: number, to: number) =>
      from === to ? several(from, "guest", "guests") : `${from} to ${to} guests`,
    grid: (rental: string, month: string) => `Lengths of stay in ${rental}, ${month}`,
    nights: "Nights",
    stay: (date: string, nights: number) => `${date}, ${several(nights, "night", "nights")}`,
    refused: (stay: string) => `${stay}: not bookable`,
    taken: (stay: string) => `${stay}: nights are taken`,
    costs: (stay: string, total: string, night: string) => `${stay}: ${total}, ${night} a night`,
  },
};
