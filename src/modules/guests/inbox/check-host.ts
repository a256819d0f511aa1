import type { Check } from "../../../kernel/write/input/read-body.ts";
import { host } from "./host.ts";

const { user_id } = host.attributes;

/** A host is one of the account's own people, or nobody who signs in: who works for another account is not told from who does not exist. */
export const checkHost: Check = async (draft, errors, { transaction, account }) => {
  const user = draft.given(user_id);
  if (typeof user !== "number" || !draft.changes(user_id)) return;
  const members = await transaction.run("select from memberships where account_id = $1 and user_id = $2", [
    account.id,
    user,
  ]);
  if (members === 0) errors.add("user_id", "must exist");
};
