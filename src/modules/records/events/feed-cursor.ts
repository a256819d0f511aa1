import { badRequest, RequestError } from "../../../kernel/errors.ts";

/** A reader's position in the changes of some accounts. */
export interface FeedCursor {
  /** The database incarnation that the ids belong to: a restored backup starts another. */
  readonly epoch: number;
  /** Changes after the cursor are not older, in epoch seconds: the cursor's issue, or the first change of those that were left. */
  readonly unreadSince: number;
  /** The last change read, by account. */
  readonly read: ReadonlyMap<number, number>;
}

const version = "1";

/** Encodes a cursor: opaque to clients, but not secret. */
export function cursorText({ epoch, unreadSince, read }: FeedCursor): string {
  const positions = [...read].map(([account, id]) => `${account.toString(36)}-${id.toString(36)}`);
  return Buffer.from([version, epoch, unreadSince, ...positions].join(".")).toString("base64url");
}

/** @throws RequestError 400 for a malformed cursor */
export function readCursor(text: string): FeedCursor {
  const [foundVersion, epoch, unreadSince, ...positions] = Buffer.from(text, "base64url").toString("latin1").split(".");
  const read = positions.map((position) => position.split("-").map((digits) => parseInt(digits, 36)));
  const numbers = [Number(epoch), Number(unreadSince), ...read.flat()];
  const isWhole =
    foundVersion === version && numbers.every(Number.isSafeInteger) && read.every(({ length }) => length === 2);
  if (!isWhole) throw badRequest("after is not a valid cursor. Send the meta.after of an earlier response.");
  return {
    epoch: Number(epoch),
    unreadSince: Number(unreadSince),
    read: new Map(read.map(([account = 0, id = 0]) => [account, id])),
  };
}

/** 410: the changes after this cursor were deleted, or the database was restored since. */
export function tooOld(): RequestError {
  return new RequestError(
    "gone",
    "The cursor is too old or predates a restored backup. Synchronize with updated_since or full lists, then read without after.",
  );
}
