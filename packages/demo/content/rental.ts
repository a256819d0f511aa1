import type { Room } from "./rooms.ts";
import type { DemoLocale, Texts } from "./texts.ts";

/** What is said about a rental in one language. */
export interface RentalTexts {
  /** At most 75 characters. */
  readonly headline: string;
  /** At most 400 characters. */
  readonly summary: string;
  readonly description: string;
}

/** When a rental is wanted most: what drives its demand and its prices. */
export type Season = "summer" | "winter" | "both";

/** A rental of the demo: data, and nothing but data. */
export interface DemoRental {
  /** The name of its destination. */
  readonly town: string;
  readonly season: Season;
  /** The name of the house of its account that it is a part of: the two are never taken by different guests at once. */
  readonly partOf?: string;
  /** What the API's own creation takes, as it takes it. */
  readonly attributes: {
    readonly name: string;
    readonly currency: "EUR" | "CHF" | "GBP";
    readonly base_rate: string;
    readonly sleeps: number;
  } & Readonly<Record<string, unknown>>;
  readonly contact: string;
  readonly amenities: readonly string[];
  /** Details of some of its amenities. */
  readonly details?: Readonly<Record<string, Texts>>;
  readonly rooms: readonly Room[];
  /** Keys of the account's tags. */
  readonly tags: readonly string[];
  readonly texts: Readonly<Partial<Record<DemoLocale, RentalTexts>>>;
}

/** What nearly every house has. */
// biome-ignore format: one list, read as one
export const basics = [
  "wifi", "tv", "heating", "kitchen", "oven", "stove", "refrigerator", "kettle", "toaster", "dining_table", "washing_machine",
  "iron", "hair_dryer", "linens", "towels", "smoke_detector", "first_aid_kit", "fire_extinguisher",
] as const;
