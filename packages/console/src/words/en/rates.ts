import { several } from "../several.ts";

export const rates = {
  rates: {
    view: "What to look at",
    views: { nights: "Nights" },
    grid: (rental: string) => `Nights of ${rental}`,
    markMonth: (month: string) => `Mark ${month}`,
    noPrice: "no price",
    yearBack: "A year back",
    yearOn: "A year on",
    followsTitle: "These prices follow from the base rate and the seasons",
    follows: (base: string) =>
      `A night costs the base rate of ${base}, times the percentage of its season. To change single nights, price them one by one: they begin with what they cost now, and no longer follow base rate and seasons.`,
    takeOver: "Price nights one by one",
    takenOver: "Nights are priced one by one.",
    firstNight: "First night",
    lastNight: "Last night",
    weekdays: "Weekdays",
    change: "Price",
    hows: { set: "Set to", percent: "Raise by percent", amount: "Raise by amount" },
    percent: "Percent, below 0 to lower",
    price: (currency: string) => `Amount in ${currency}`,
    shortest: "Shortest stay",
    keep: "as it is",
    save: (nights: number) => `Change ${several(nights, "night", "nights")}`,
    saved: (nights: number) => `${several(nights, "night was", "nights were")} changed.`,
    noneMarked: "No night is marked. Choose other days or weekdays.",
    marked: (nights: number, price: string) => `${several(nights, "night", "nights")} marked, now ${price}.`,
    becomes: (nights: number, before: string, after: string) =>
      `${several(nights, "night", "nights")}: ${before} becomes ${after}.`,
  },
};
