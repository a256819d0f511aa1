import type { WriteContext } from "../../../../kernel/write/context.ts";

/** The columns that name the creator of an inbox record. */
export const authorOf = ({ caller }: WriteContext) => ({
  created_by_id: caller.application,
  created_by_type: "Application",
});
