import type { Mapping } from "../mapping.ts";

/** A system's format of bookings. Columns are compared without case and spaces around them. */
export interface Profile {
  /** Columns that no other profile's file has together. */
  readonly marks: readonly string[];
  /** Roost's columns by the system's, in all the spellings that its exports had. */
  readonly columns: Readonly<Record<string, string>>;
  /** Columns without a place in Roost, or with values that Roost computes. */
  readonly ignore: readonly string[];
  readonly values?: Mapping["values"];
  readonly constants?: Mapping["constants"];
  /** Whether each line of a booking is a payment of it (`payment_lines`). */
  readonly paymentLines?: true;
  /** The format of all dates, where the system does not follow the person's language. */
  readonly dates?: string;
}
