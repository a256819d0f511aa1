import type { Attributes } from "../../../../kernel/attribute.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { automation } from "../automation.ts";

/** The columns of a new rule that is on, as the database's function reads it. Absent ones have the table's defaults. */
export function draftColumns(draft: Draft, { account, now }: Pick<WriteContext, "account" | "now">): string {
  const moment = new Date(now).toISOString();
  const columns: Record<string, unknown> = {
    ...{ account_id: account.id, id: 0, version: 1, planned_version: 0, offset_days: 0, offset_hours: 0 },
    ...{ if_late: "skip", imported: "excluded", delivery: "mail" },
  };
  const written = new Map(draft.entries());
  const attributes: Attributes = automation.attributes;
  for (const [name, attribute] of Object.entries(attributes)) {
    const value = written.get(attribute) ?? null;
    if (value !== null) columns[name] = value;
  }
  return JSON.stringify({ ...columns, state: "on", active_since: moment, created_at: moment, updated_at: moment });
}
