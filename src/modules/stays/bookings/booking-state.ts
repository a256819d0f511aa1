import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { booking } from "./booking.ts";

/** Exactly one of the three is set (bookings.md, States). */
export interface BookingState {
  readonly booked: boolean;
  readonly unavailable: boolean;
  /** Epoch milliseconds; null unless the booking is a hold. */
  readonly tentativeExpiresAt: number | null;
}

const { booked, unavailable, tentative_expires_at } = booking.attributes;

/**
 * Returns a booking's state after a write. Setting one of the three clears the others; a write that sets two is refused.
 * A new booking defaults to booked.
 */
export function stateOf(draft: Draft, now: number, errors: ValidationErrors): BookingState {
  const candidates = [
    { name: "booked", set: draft.input(booked) === true },
    { name: "unavailable", set: draft.input(unavailable) === true },
    { name: "tentative_expires_at", set: typeof draft.input(tentative_expires_at) === "number" },
  ].filter((candidate) => candidate.set);
  const [chosen, ...others] = candidates;
  if (others.length > 0) errors.add("base", "only one of booked, unavailable and tentative_expires_at can be set");

  if (chosen?.name === "tentative_expires_at") {
    const expires = draft.input(tentative_expires_at) ?? null;
    if (expires !== null && draft.changes(tentative_expires_at) && expires <= now)
      errors.add("tentative_expires_at", "must be in the future");
    return { booked: false, unavailable: false, tentativeExpiresAt: expires };
  }
  if (chosen)
    return { booked: chosen.name === "booked", unavailable: chosen.name === "unavailable", tentativeExpiresAt: null };
  if (draft.creating) return { booked: true, unavailable: false, tentativeExpiresAt: null };

  const unchanged = {
    booked: draft.value(booked) === true,
    unavailable: draft.value(unavailable) === true,
    tentativeExpiresAt: draft.value(tentative_expires_at) ?? null,
  };
  if (!unchanged.booked && !unchanged.unavailable && unchanged.tentativeExpiresAt === null) {
    errors.add("base", "one of booked, unavailable and tentative_expires_at must be set");
  }
  return unchanged;
}
