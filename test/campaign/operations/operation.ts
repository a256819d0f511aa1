import type { Random } from "../../concurrency/load.ts";
import type { Persona } from "../persona.ts";

/** A step of a client. */
export interface Step {
  readonly persona: Persona;
  readonly random: Random;
  /** Of this step alone: stands in what it makes. */
  readonly marker: string;
}

/** Something that clients do. */
export interface Operation {
  readonly kind: string;
  /** How often it is drawn. */
  readonly weight: number;
  /** Whether the client has what it takes. */
  may(persona: Persona): boolean;
  run(step: Step): Promise<void>;
}

/** What a refusal may say of a booking that somebody else is faster for, or whose hold has ended meanwhile. */
export const taken =
  /the nights are taken|is canceled|must be in the future|has expired|already canceled|conflicts with a concurrent change/;

/** Whether a client has a booking that should be live. */
export const hasBooking = ({ bookings }: Persona): boolean => bookings.some(({ canceled }) => !canceled);

const day = 86_400_000;

/** Nights of a rental, dates as the API has them. */
export function someNights({ random, persona }: Step): {
  readonly rental: number;
  readonly start_at: string;
  readonly end_at: string;
} {
  const { rentals, firstNight } = persona.market;
  const arrival = firstNight + random.below(300);
  const date = (night: number): string => new Date(night * day).toISOString().slice(0, 10);
  return { rental: random.pick(rentals) ?? 0, start_at: date(arrival), end_at: date(arrival + 1 + random.below(6)) };
}
