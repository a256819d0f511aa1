import type { ShortLinks } from "../../../../kernel/read/short-links.ts";

/** Relations with more ids than this are left out unless `fields` names them. */
export const maxLinks = 20;

/** The part of `meta` that lists the relations left out and how to show them; undefined when there are none. */
export function leftOutOf({ omitted }: ShortLinks): Readonly<Record<string, unknown>> | undefined {
  if (omitted.length === 0) return undefined;
  return { left_out: { relations: omitted, why: `more than ${maxLinks} ids`, shown_by: { fields: [...omitted] } } };
}
