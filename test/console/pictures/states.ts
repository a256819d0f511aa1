import type { sizes } from "../open-console.ts";

/** A screen's states: with data, without data, loading, and with failed requests. */
export const states = ["full", "empty", "loading", "error"] as const;
export type State = (typeof states)[number];

export interface Look {
  readonly size: keyof typeof sizes;
  readonly colorScheme: "light" | "dark";
}

/** Each width in each colour scheme. */
export const looks: readonly Look[] = [
  { size: "desktop", colorScheme: "light" },
  { size: "desktop", colorScheme: "dark" },
  { size: "phone", colorScheme: "light" },
  { size: "phone", colorScheme: "dark" },
];
