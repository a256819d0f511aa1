import type { RecordId } from "../key.ts";

/** The kinds of actor. */
export const actorTypes = ["Application", "User", "AgentToken", "Job", "Command", "Database"] as const;

/** The author of a change: an application or person (by id), a job or command (by name), or the database for manual changes. */
export interface Actor {
  readonly type: (typeof actorTypes)[number];
  readonly id: number | undefined;
  readonly name: string | undefined;
}

/** A committed change of a record, without values. */
export interface ChangeOfRecord {
  /** Ascends within an account, in commit order. */
  readonly id: number;
  readonly account: number;
  /** The resource's name. */
  readonly resource: string;
  readonly recordId: RecordId;
  /** Such as `booking.created`. */
  readonly type: string;
  /** Epoch milliseconds. */
  readonly occurredAt: number;
  /** The names of the attributes that changed. */
  readonly changed: readonly string[];
}

/** A committed change of a record (events.md, The change). */
export interface PublishedChange extends Omit<ChangeOfRecord, "changed"> {
  readonly actor: Actor;
  /** The id of the request that made it, if any. */
  readonly requestId: string | undefined;
  /** The changed attributes, before and after, in the API's form. */
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}
