import type { sizes } from "../open-console.ts";

/** What a screen may show: all there is, nothing yet, not read yet, not reached. */
export const states = ["full", "empty", "loading", "error"] as const;
export type State = (typeof states)[number];

export interface Look {
  readonly size: keyof typeof sizes;
  readonly colorScheme: "light" | "dark";
}

/** Both widths and both colour schemes, once each. */
export const looks: readonly Look[] = [
  { size: "desktop", colorScheme: "light" },
  { size: "phone", colorScheme: "dark" },
];
