import type { RecordId } from "../key.ts";

/** The kinds of actors. */
export const actorTypes = ["Application", "User", "AgentToken", "Job", "Command", "Database"] as const;

/** Who made a change: an application or a person by id, a job or a command by its name, or whoever works on the database by hand. */
export interface Actor {
  readonly type: (typeof actorTypes)[number];
  readonly id: number | undefined;
  readonly name: string | undefined;
}

/** What a committed change is of, without values. */
export interface ChangeOfRecord {
  /** Ascends within an account, in the order of commits. */
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

/** A committed change of a record, in its place among those of its account (events.md, The change). */
export interface PublishedChange extends Omit<ChangeOfRecord, "changed"> {
  readonly actor: Actor;
  /** The request's id, where a request made it. */
  readonly requestId: string | undefined;
  /** The attributes that changed, before and after, in the form in which the API shows them. */
  readonly changes: Readonly<Record<string, readonly [before: unknown, after: unknown]>>;
}
