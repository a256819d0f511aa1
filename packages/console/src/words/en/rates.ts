import type { RuleFacts } from "../rule-facts.ts";
import { several } from "../several.ts";

export const rates = {
  rates: {
    view: "What to look at",
    views: { nights: "Nights", stay: "Simulator", rules: "Rules" },
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
  rules: {
    kinds: {
      additional_person_fixed_per_night: ({ guests, amount }: RuleFacts) =>
        `Each guest above ${guests} costs ${amount} a night.`,
      arrival_only: ({ days }: RuleFacts) => `Arrival only on ${days}.`,
      charge_at_least: ({ length }: RuleFacts) => `Shorter stays pay for ${length}.`,
      charge_at_least_if_available: ({ length }: RuleFacts) =>
        `Shorter stays pay for ${length}, as far as the nights after them are free.`,
      charge_at_least_full_period: (_: RuleFacts) => "A stay that touches the period pays for all of it.",
      departure_only: ({ days }: RuleFacts) => `Departure only on ${days}.`,
      early_booking: ({ length, change }: RuleFacts) => `Booked ${length} ahead or more, a night costs ${change}.`,
      full_period_only: (_: RuleFacts) => "The period is only let as a whole.",
      late_booking: ({ length, change }: RuleFacts) => `Booked less than ${length} ahead, a night costs ${change}.`,
      occupation_less_than: ({ guests, change }: RuleFacts) =>
        `With fewer than ${guests} guests, a night costs ${change}.`,
      prevent_gap: ({ length }: RuleFacts) => `No gap shorter than ${length} may be left beside another booking.`,
      prevent_if_booked_ahead_of: ({ length }: RuleFacts) => `No arrival later than ${length} from today.`,
      prevent_if_booked_less_than: ({ length }: RuleFacts) => `No arrival earlier than ${length} from today.`,
      stay_at_least: ({ length, change }: RuleFacts) => `In stays of ${length} or more, a night costs ${change}.`,
      stay_shorter_than: ({ length, change }: RuleFacts) => `In stays shorter than ${length}, a night costs ${change}.`,
      strict_minimum_price_per_night: ({ share }: RuleFacts) =>
        `No other rule takes a night below ${share} of its rate.`,
      weekend_night: ({ days, change }: RuleFacts) => `Nights on ${days} cost ${change}.`,
    },
    units: {
      days: (count: number) => several(count, "day", "days"),
      months: (count: number) => several(count, "month", "months"),
      years: (count: number) => several(count, "year", "years"),
    },
    more: (percent: number) => `${percent} % more`,
    less: (percent: number) => `${percent} % less`,
    always: "Always.",
    inSeasons: (seasons: string) => `In: ${seasons}.`,
    between: (first: string, last: string) => `From ${first} to ${last}.`,
    noTable: "This rental has no rates table, and so no rules.",
    none: "There is none.",
    refusing: "Which stays are refused",
    charging: "What changes the price",
  },
  simulator: {
    bookable: "This stay can be booked.",
    mends: "What would make it bookable",
    nothingNear: "No stay nearby can be booked. Try other dates.",
    guests: (count: number) => several(count, "guest", "guests"),
    nights: "What each night costs before rules",
    night: "Night",
  },
};
