import type { LucideIcon } from "lucide-react";

/** Something that the search found, and what choosing it does. */
export interface Result {
  readonly key: string;
  readonly label: string;
  readonly detail?: string;
  readonly icon: LucideIcon;
  readonly act: () => void;
}

export const groupNames = ["days", "bookings", "guests", "rentals", "actions"] as const;

/** The results of one kind. */
export interface ResultGroup {
  readonly name: (typeof groupNames)[number];
  readonly results: readonly Result[];
}
