import type { Room } from "./rooms.ts";
import type { DemoLocale, Texts } from "./texts.ts";

/** A rental's texts in one language. */
export interface RentalTexts {
  /** At most 75 characters. */
  readonly headline: string;
  /** At most 400 characters. */
  readonly summary: string;
  readonly description: string;
}

/** The season with the most demand, which drives bookings and prices. */
export type Season = "summer" | "winter" | "both";

/** A demo rental, as pure data. */
export interface DemoRental {
  /** Its destination's name. */
  readonly town: string;
  readonly season: Season;
  /** The name of the house that it is part of. The two are never taken by different guests at the same time. */
  readonly partOf?: string;
  /** The attributes of the API's creation. */
  readonly attributes: {
    readonly name: string;
    readonly currency: "EUR" | "CHF" | "GBP";
    readonly base_rate: string;
    readonly sleeps: number;
  } & Readonly<Record<string, unknown>>;
  readonly contact: string;
  readonly amenities: readonly string[];
  /** Details of some amenities. */
  readonly details?: Readonly<Record<string, Texts>>;
  readonly rooms: readonly Room[];
  /** Keys of the account's tags. */
  readonly tags: readonly string[];
  readonly texts: Readonly<Partial<Record<DemoLocale, RentalTexts>>>;
}

/** Amenities of nearly every house. */
// biome-ignore format: one list, read as one
export const basics = [
  "wifi", "tv", "heating", "kitchen", "oven", "stove", "refrigerator", "kettle", "toaster", "dining_table", "washing_machine",
  "iron", "hair_dryer", "linens", "towels", "smoke_detector", "first_aid_kit", "fire_extinguisher",
] as const;
