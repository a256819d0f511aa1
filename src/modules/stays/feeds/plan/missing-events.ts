/** A stay ahead that the last readings did not have. */
export interface MissingEvent {
  readonly id: number;
  /** The time at which a reading first missed it, in epoch milliseconds; null if the last one had it. */
  readonly missingSince: number | null;
  readonly missingReadings: number;
}

/** From this many missing stays on, if they are more than half, a reading is not believed at once. */
const minSuspicious = 3;

/** Readings without a stay, and the time between the first and the last of them, that confirm that it is gone. */
const [readingsToConfirm, msToConfirm] = [3, 6 * 3_600_000];

/**
 * Finds the vanished events to keep for now, because too many have vanished together.
 * @param ahead the feed's stays ahead before this reading
 * @param vanished ids of events that the reading does not have
 * @param now epoch milliseconds; or "at once": a person confirms them all
 */
export function missingEvents(
  ahead: readonly MissingEvent[],
  vanished: ReadonlySet<number>,
  now: number | "at once",
): ReadonlySet<number> {
  const missing = ahead.filter(({ id }) => vanished.has(id));
  if (now === "at once" || missing.length < minSuspicious || missing.length * 2 <= ahead.length) return new Set();
  const isConfirmed = ({ missingSince, missingReadings }: MissingEvent): boolean =>
    missingSince !== null && missingReadings + 1 >= readingsToConfirm && now - missingSince >= msToConfirm;
  return new Set(missing.filter((event) => !isConfirmed(event)).map(({ id }) => id));
}
