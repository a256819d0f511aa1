import { several } from "../several.ts";

/** What is said of seasons and their periods. */
export const seasons = {
  seasons: {
    list: "Seasons",
    about:
      "A night costs the base rate times the percentage of its season; a stay that arrives in a season has its shortest length.",
    onlyRules:
      "The nights of this rental are priced one by one: seasons count for the rules that name them, and for nothing else.",
    rentals: (count: number) => `What changes here changes for ${count} rentals.`,
    isPrivate: "This rates table belongs to a program and cannot be changed here.",
    noTable: "This rental has no rates table, and so no seasons.",
    none: "There is no season yet: every night costs the base rate.",
    grid: (rental: string) => `Seasons of ${rental}`,
    noSeason: "no season",
    add: "Add a season",
    change: "Change the season",
    changeOf: (name: string) => `Change ${name}`,
    name: "Name",
    ratio: "Percent of the base rate",
    ratioHint: "100 is the base rate itself.",
    shortest: "Shortest stay in nights",
    save: "Save the season",
    saved: "The season was saved.",
    remove: "Remove the season",
    removeTitle: (name: string) => `Remove ${name}?`,
    removing: (periods: number, rules: number) =>
      `Its periods (${periods}) go with it, and it is taken out of ${several(rules, "rule", "rules")}. This cannot be undone.`,
    removed: "The season was removed.",
    noPeriod: "It has no period, so it counts for no night.",
    changePeriodOf: (name: string, nights: string) => `${name}: ${nights}`,
    periodOf: (name: string) => `A period of ${name}`,
    savePeriod: "Save the period",
    periodSaved: "The period was changed.",
    removePeriod: "Remove",
    periodRemoved: "The period was removed.",
    repeat: "A year later, too",
    repeated: "The same days of the next year were added.",
    season: "Season",
    put: "Add the nights",
    periodAdded: "The nights belong to the season.",
    changeUnder: (date: string) => `Change the period on ${date}`,
    overlaps: (name: string, first: string, last: string) =>
      `These nights belong to ${name} already (${first} – ${last}).`,
    terms: (percent: number, nights: number) =>
      `${percent} % of the base rate, at least ${several(nights, "night", "nights")}`,
  },
  ratesTables: {
    written: "It can be given one once its nights are no longer priced one by one.",
    make: "Make a rates table",
    existing: "Or one of these",
    choose: "Choose a rates table",
    use: "Use this one",
    made: "The rental has a rates table of its own.",
  },
};
