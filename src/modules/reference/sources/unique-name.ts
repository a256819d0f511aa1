import { violatedConstraint } from "../../../database/sql/errors.ts";
import { invalid } from "../../../kernel/errors.ts";
import type { Check } from "../../../kernel/write/input/read-body.ts";
import { source } from "./source.ts";

const taken = "has already been taken";

/** Adds an error if another source of the account has this name. */
export const checkName: Check = async (draft, errors, { transaction, account }) => {
  const name = draft.input(source.attributes.name);
  if (typeof name !== "string" || !draft.changes(source.attributes.name)) return;
  const before = draft.stored(source.attributes.name) ?? "";
  const others = await transaction.rows<{ id: number }>(
    "select id from sources where account_id = $1 and lower(name) = lower($2) and lower(name) <> lower($3)",
    [account.id, name, before],
  );
  if (others.length > 0) errors.add("name", taken);
};

/** Converts the unique index's violation into the same error, for a name taken by a concurrent write. */
export async function refusingTakenName<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violatedConstraint(error) === "sources_name") throw invalid({ name: [taken] });
    throw error;
  }
}
