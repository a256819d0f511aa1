import type { Random } from "../../concurrency/load.ts";
import type { Persona } from "../persona.ts";

/** One step of a client. */
export interface Step {
  readonly persona: Persona;
  readonly random: Random;
  /** Unique to this step; stored in the record it creates. */
  readonly marker: string;
}

/** An operation of clients. */
export interface Operation {
  readonly kind: string;
  /** Its relative frequency. */
  readonly weight: number;
  /** Whether the client can run it now. */
  may(persona: Persona): boolean;
  run(step: Step): Promise<void>;
}

/** The expected errors when another client was faster or a hold has expired. */
export const taken =
  /the nights are taken|is canceled|must be in the future|has expired|already canceled|conflicts with a concurrent change/;

/** Whether a client has a booking that should be live. */
export const hasBooking = ({ bookings }: Persona): boolean => bookings.some(({ canceled }) => !canceled);

const day = 86_400_000;

/** Random nights of a random rental, as API dates. */
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
