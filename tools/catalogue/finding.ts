/** Where the declarations say less than the catalogue, or something else. */
export interface Finding {
  /** Such as `bookings.adults type`: what the list of deliberate differences names. */
  readonly what: string;
  /** What the catalogue says, and what is declared. */
  readonly says: string;
}

/** A finding of two sides. */
export const finding = (what: string, asked: string, declared: string): Finding => ({
  what,
  says: `the catalogue says ${asked}, declared is ${declared}`,
});
