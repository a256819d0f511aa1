import { integer } from "../../../../kernel/attribute.ts";

/** A count of beds or fittings. */
export const count = () => integer({ min: 0, max: 1000 }).neverNull();

/** The beds that any room may have. */
export const commonBeds = () => ({
  bunk_beds_count: count().description("Bunk beds; one sleeps two."),
  double_beds_count: count().description("Double beds."),
  kingsize_beds_count: count().description("King-size beds."),
  queensize_beds_count: count().description("Queen-size beds."),
  single_beds_count: count().description("Single beds."),
  sofa_beds_count: count().description("Sofa beds."),
});
