import { integer } from "../../kernel/attribute.ts";

/** A count of beds or fittings: never negative, never more than a house could hold. */
export const count = () => integer({ min: 0, max: 1000 }).neverNull();

/** The beds that any room may have. */
export const commonBeds = () => ({
  bunk_beds_count: count().meaning("Bunk beds; one sleeps two."),
  double_beds_count: count().meaning("Double beds."),
  kingsize_beds_count: count().meaning("King-size beds."),
  queensize_beds_count: count().meaning("Queen-size beds."),
  single_beds_count: count().meaning("Single beds."),
  sofa_beds_count: count().meaning("Sofa beds."),
});
