import type { Stay } from "../stay.ts";

/** The target of a move. Days are epoch days. */
export interface MoveTo {
  readonly stay: Stay;
  readonly rental: number;
  readonly arrival: number;
  readonly departure: number;
}

/** A move that may also change the party. */
export interface Change extends MoveTo {
  readonly adults: number | null;
  readonly children: number | null;
}

/** A rental that a stay can move to. */
export interface MoveRental {
  readonly id: number;
  readonly name: string;
  readonly currency: string;
}

/** Whether the target differs from the stay's current position. */
export const isMove = ({ stay, rental, arrival, departure }: MoveTo): boolean =>
  rental !== stay.rental || arrival !== stay.arrival || departure !== stay.departure;

const isOtherParty = ({ stay, adults, children }: Change): boolean =>
  adults !== stay.adults || children !== stay.children;

/** Whether it changes anything. */
export const isChange = (change: Change): boolean => isMove(change) || isOtherParty(change);

/** Whether today's rates are the better default: another rental, another number of nights or another party. */
export const isOtherStay = (change: Change): boolean =>
  change.rental !== change.stay.rental ||
  change.departure - change.arrival !== change.stay.departure - change.stay.arrival ||
  isOtherParty(change);
