/** An event of an imported calendar, as nights [arrival, departure) in epoch days. */
export interface CalendarEvent {
  /** SHA-256 (hex) of its UID and recurrence. */
  readonly key: string;
  /** Its UID, truncated for display, or a description if it has none. */
  readonly uid: string;
  readonly arrival: number;
  readonly departure: number;
}
