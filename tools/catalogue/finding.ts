/** A difference between the declarations and the catalogue. */
export interface Finding {
  /** Such as `bookings.adults type`: the key in the list of deliberate differences. */
  readonly what: string;
  /** The catalogue's version and the declared one. */
  readonly says: string;
}

/** Builds a finding from the catalogue's value and the declared one. */
export const finding = (what: string, expected: string, declared: string): Finding => ({
  what,
  says: `the catalogue says ${expected}, declared is ${declared}`,
});
