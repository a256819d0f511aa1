import { badRequest, RequestError } from "../../../kernel/errors.ts";

/** How far somebody has read the changes of some accounts. */
export interface FeedCursor {
  /** Which life of the database the ids are of: a restored one counts anew. */
  readonly epoch: number;
  /** Epoch seconds at which it was given. */
  readonly givenAt: number;
  /** The last change that was read, by account. */
  readonly read: ReadonlyMap<number, number>;
}

const version = "1";

/** The text of a cursor: opaque to clients, and no secret. */
export function cursorText({ epoch, givenAt, read }: FeedCursor): string {
  const positions = [...read].map(([account, id]) => `${account.toString(36)}-${id.toString(36)}`);
  return Buffer.from([version, epoch, givenAt, ...positions].join(".")).toString("base64url");
}

/** @throws RequestError 400 for a text that is no cursor */
export function readCursor(text: string): FeedCursor {
  const [found, epoch, givenAt, ...positions] = Buffer.from(text, "base64url").toString("latin1").split(".");
  const read = positions.map((position) => position.split("-").map((digits) => parseInt(digits, 36)));
  const numbers = [Number(epoch), Number(givenAt), ...read.flat()];
  const isWhole = found === version && numbers.every(Number.isSafeInteger) && read.every(({ length }) => length === 2);
  if (!isWhole) throw badRequest("after must be the cursor of an answer before: its meta.after.");
  return {
    epoch: Number(epoch),
    givenAt: Number(givenAt),
    read: new Map(read.map(([account = 0, id = 0]) => [account, id])),
  };
}

/** 410: what the cursor stands behind is not kept any more, or the database was restored since. */
export function tooOld(): RequestError {
  return new RequestError(
    "gone",
    "The cursor is too old, or from before a restored backup: synchronise anew (updated_since, or all lists), and begin again without after.",
  );
}
