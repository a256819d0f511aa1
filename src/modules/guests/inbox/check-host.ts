import type { Check } from "../../../kernel/write/input/read-body.ts";
import { host } from "./host.ts";

const { user_id } = host.attributes;

/** A host's user must belong to the account. The error does not reveal whether another account has that user. */
export const checkHost: Check = async (draft, errors, { transaction, account }) => {
  const user = draft.input(user_id);
  if (typeof user !== "number" || !draft.changes(user_id)) return;
  const members = await transaction.run("select from memberships where account_id = $1 and user_id = $2", [
    account.id,
    user,
  ]);
  if (members === 0) errors.add("user_id", "must exist");
};
