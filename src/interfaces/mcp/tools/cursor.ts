import { invalidParams } from "../rpc/rpc-error.ts";
import type { Arguments } from "./arguments.ts";

/** Arguments that may differ between pages. */
const excluded = ["cursor", "account_id"];

export const cursorProperty = {
  cursor: {
    type: "string",
    description: "meta.cursor of the previous result, with the same arguments.",
  },
};

/** A cursor: the position as integers, and a digest of the arguments. */
export function cursorOf(args: Arguments, index: readonly number[]): string {
  return [...index, args.digest(excluded)].join(".");
}

/** The position in the cursor; undefined on the first page. @throws RpcError -32602 for a cursor of other arguments */
export function cursorIn(args: Arguments, numbers: number): readonly number[] | undefined {
  const text = args.get("cursor");
  if (text === undefined) return undefined;
  const parts = typeof text === "string" && text.length <= 100 ? text.split(".") : [];
  const digest = parts.pop();
  if (digest === args.digest(excluded) && parts.length === numbers && parts.every((part) => /^\d{1,15}$/.test(part))) {
    return parts.map(Number);
  }
  throw invalidParams("Invalid params: cursor must be meta.cursor of a result with the same arguments.");
}
