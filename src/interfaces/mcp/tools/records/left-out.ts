import type { ShortLinks } from "../../../../kernel/read/short-links.ts";

/** Relations to more records than this are left out of answers that nobody asked for them in. */
export const maxLinks = 20;

/** What `meta` says of relations that were left out, and how to see them; undefined when none was. */
export function leftOutOf({ leftOut }: ShortLinks): Readonly<Record<string, unknown>> | undefined {
  if (leftOut.length === 0) return undefined;
  return { left_out: { relations: leftOut, why: `more than ${maxLinks} ids`, shown_by: { fields: [...leftOut] } } };
}
