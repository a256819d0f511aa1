import type { Nights } from "./nights.ts";

/** An event that its calendar holds now. */
export interface CurrentEvent extends Nights {
  readonly id: number;
}

/** A live booking that a feed created for an event: one run of its nights. */
export interface Part extends Nights {
  readonly booking: number;
  readonly event: number;
  /** Turned into a stay, or moved by a person: it keeps its nights, regardless of the calendar. */
  readonly isAdopted: boolean;
}

/** Nights that another booking holds, in this rental or in a linked one. */
export interface OtherBooking extends Nights {
  readonly booking: number;
}

/** A feed's events, its bookings and the others in their way. */
export interface Reading {
  readonly events: readonly CurrentEvent[];
  readonly parts: readonly Part[];
  readonly others: readonly OtherBooking[];
  /** Epoch day in the rental's time zone. Earlier nights are over. */
  readonly today: number;
}

/** A part with its new nights. */
export interface PartMove extends Nights {
  readonly part: Part;
}

/** A booking to create for an event. */
export interface Opening extends Nights {
  readonly event: number;
}

/** Nights of an event that another booking holds. */
export interface NightsInTheWay extends Nights {
  readonly event: number;
  readonly booking: number;
}

/** The changes that make a feed's bookings agree with its calendar. */
export interface ReadingPlan {
  readonly ends: readonly Part[];
  readonly moves: readonly PartMove[];
  readonly creates: readonly Opening[];
  readonly conflicts: readonly NightsInTheWay[];
  /** Events with exactly the nights of another booking. */
  readonly echoes: readonly number[];
}
