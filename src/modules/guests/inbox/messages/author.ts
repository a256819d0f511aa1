import type { WriteContext } from "../../../../kernel/write/context.ts";

/** Who makes a record of the inbox, as its columns. */
export const authorOf = ({ caller }: WriteContext) => ({
  created_by_id: caller.application,
  created_by_type: "Application",
});
