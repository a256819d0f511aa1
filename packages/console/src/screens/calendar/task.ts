import type { MoveTo } from "../../components/bookings/move/move-target.ts";
import type { Stay } from "../../components/bookings/stay.ts";
import type { ChosenStay } from "./book/new-booking.tsx";
import type { Chosen } from "./grid/grid-props.ts";

/** The person's step with nights or stays of the calendar. */
export type Task =
  | { readonly kind: "book"; readonly chosen: Chosen }
  | { readonly kind: "nights"; readonly chosen: Chosen }
  | { readonly kind: "offer"; readonly stay: ChosenStay }
  | { readonly kind: "move"; readonly to: MoveTo }
  | { readonly kind: "facts"; readonly stay: Stay };

/** Nights of one rental are booked; a gap, and nights of several rentals, get other prices. */
export function taskFor(chosen: Chosen, may: (scope: string) => boolean): Task | undefined {
  const [mayBook, mayPrice] = [may("bookings_write"), may("rates_write")];
  if (!mayBook && !mayPrice) return undefined;
  const isPriced = chosen.rentals.length > 1 || (chosen.gap !== undefined && mayPrice) || !mayBook;
  return { kind: isPriced ? "nights" : "book", chosen };
}
