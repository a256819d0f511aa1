import { integer } from "../kernel/attribute.ts";

/** A count of beds or fittings: never negative, never more than a house could hold. */
export const count = () => integer({ min: 0, max: 1000 }).neverNull();

/** The beds that any room may have. */
export const commonBeds = () => ({
  bunk_beds_count: count(),
  double_beds_count: count(),
  kingsize_beds_count: count(),
  queensize_beds_count: count(),
  single_beds_count: count(),
  sofa_beds_count: count(),
});
