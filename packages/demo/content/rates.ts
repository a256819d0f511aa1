import type { Season } from "./rental.ts";
import type { Texts } from "./texts.ts";

/** Days of every year as `MM-DD`, inclusive. A range that ends before it starts runs over New Year. */
type DaysOfYear = readonly [start: string, end: string];

/** A demo season: its nightly price as a percentage of the base rate. */
export interface DemoSeason {
  readonly key: "high" | "middle" | "low";
  readonly name: Texts;
  readonly ratio: string;
  readonly minimumStay: number;
  readonly days: readonly DaysOfYear[];
}

/** A demo rule in API form, with its seasons by key; without seasons it always applies. */
export interface DemoRule {
  readonly seasons?: readonly DemoSeason["key"][];
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A rates table, shared by an account's rentals with the same demand. */
export interface DemoRatesTable {
  readonly name: Texts;
  readonly seasons: readonly DemoSeason[];
  readonly rules: readonly DemoRule[];
}

const high: Texts = {
  en: "High season",
  fr: "Haute saison",
  de: "Hauptsaison",
  it: "Alta stagione",
  es: "Temporada alta",
};
const middle: Texts = {
  en: "Mid season",
  fr: "Moyenne saison",
  de: "Zwischensaison",
  it: "Media stagione",
  es: "Temporada media",
};
const low: Texts = {
  en: "Low season",
  fr: "Basse saison",
  de: "Nebensaison",
  it: "Bassa stagione",
  es: "Temporada baja",
};

/** Weekdays; 0 is Sunday. */
const [friday, saturday] = [5, 6];

/** The rules of every table: weekends cost more, long and early stays less, and never below three quarters of the rate. */
const everywhere: readonly DemoRule[] = [
  {
    seasons: ["middle", "low"],
    attributes: { kind: "weekend_night", percentage: "15", variables: { days: [friday, saturday] } },
  },
  { attributes: { kind: "stay_at_least", percentage: "-10", variables: { length: 14, unit: "days" } } },
  { attributes: { kind: "early_booking", percentage: "-5", variables: { length: 6, unit: "months" } } },
  {
    seasons: ["low"],
    attributes: { kind: "late_booking", percentage: "-12", variables: { length: 10, unit: "days" } },
  },
  { attributes: { kind: "strict_minimum_price_per_night", percentage: "-25" } },
  { attributes: { kind: "prevent_if_booked_ahead_of", variables: { length: 24, unit: "months" } } },
];

/** In high season, stays run from Saturday to Saturday. */
const saturdays: readonly DemoRule[] = [
  { seasons: ["high"], attributes: { kind: "arrival_only", variables: { days: [saturday] } } },
  { seasons: ["high"], attributes: { kind: "departure_only", variables: { days: [saturday] } } },
];

export const demoRatesTables: Readonly<Record<Season, DemoRatesTable>> = {
  summer: {
    name: { en: "Summer houses", fr: "Maisons d'été", de: "Sommerhäuser", it: "Case estive", es: "Casas de verano" },
    seasons: [
      { key: "high", name: high, ratio: "145", minimumStay: 7, days: [["06-19", "09-10"]] },
      {
        key: "middle",
        name: middle,
        ratio: "105",
        minimumStay: 3,
        days: [
          ["04-01", "06-18"],
          ["09-11", "10-31"],
        ],
      },
      { key: "low", name: low, ratio: "75", minimumStay: 2, days: [["11-01", "03-31"]] },
    ],
    rules: [...everywhere, ...saturdays],
  },
  winter: {
    name: {
      en: "Winter chalets",
      fr: "Chalets d'hiver",
      de: "Winterchalets",
      it: "Chalet invernali",
      es: "Chalés de invierno",
    },
    seasons: [
      {
        key: "high",
        name: high,
        ratio: "160",
        minimumStay: 7,
        days: [
          ["12-19", "01-07"],
          ["02-01", "03-10"],
        ],
      },
      {
        key: "middle",
        name: middle,
        ratio: "110",
        minimumStay: 3,
        days: [
          ["01-08", "01-31"],
          ["03-11", "04-12"],
          ["07-01", "08-31"],
        ],
      },
      {
        key: "low",
        name: low,
        ratio: "80",
        minimumStay: 2,
        days: [
          ["04-13", "06-30"],
          ["09-01", "12-18"],
        ],
      },
    ],
    rules: [...everywhere, ...saturdays],
  },
  both: {
    name: { en: "All year", fr: "Toute l'année", de: "Ganzjährig", it: "Tutto l'anno", es: "Todo el año" },
    seasons: [
      {
        key: "high",
        name: high,
        ratio: "135",
        minimumStay: 5,
        days: [
          ["07-01", "08-31"],
          ["12-20", "01-06"],
        ],
      },
      {
        key: "middle",
        name: middle,
        ratio: "100",
        minimumStay: 2,
        days: [
          ["01-07", "03-31"],
          ["04-01", "06-30"],
          ["09-01", "09-30"],
        ],
      },
      { key: "low", name: low, ratio: "85", minimumStay: 2, days: [["10-01", "12-19"]] },
    ],
    rules: [
      ...everywhere,
      { attributes: { kind: "occupation_less_than", percentage: "-8", variables: { occupation_less_than: 3 } } },
      {
        attributes: {
          kind: "prevent_gap",
          variables: { length: 2, unit: "days", until_length: 14, until_unit: "days" },
        },
      },
    ],
  },
};
