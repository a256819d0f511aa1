import { invalidParams } from "../rpc/rpc-error.ts";
import type { Arguments } from "./arguments.ts";

/** What of the arguments may differ from one page to the next. */
const free = ["cursor", "account_id"];

export const cursorProperty = {
  cursor: {
    type: "string",
    description: "meta.cursor of the answer before, with the same arguments: what comes after it.",
  },
};

/** The text with which the same question goes on from some position: whole numbers, and a digest of what was asked. */
export function cursorOf(args: Arguments, index: readonly number[]): string {
  return [...index, args.digest(free)].join(".");
}

/** The position from which a question goes on; undefined at its beginning. @throws RpcError -32602 for a cursor of another question */
export function cursorIn(args: Arguments, numbers: number): readonly number[] | undefined {
  const text = args.get("cursor");
  if (text === undefined) return undefined;
  const parts = typeof text === "string" && text.length <= 100 ? text.split(".") : [];
  const digest = parts.pop();
  if (digest === args.digest(free) && parts.length === numbers && parts.every((part) => /^\d{1,15}$/.test(part))) {
    return parts.map(Number);
  }
  throw invalidParams("Invalid params: cursor must be meta.cursor of an answer to the same arguments.");
}
