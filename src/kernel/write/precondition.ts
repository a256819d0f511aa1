import { RequestError } from "../errors.ts";
import type { RecordId } from "../key.ts";
import { versionOf } from "../read/version.ts";
import type { Resource } from "../resource.ts";
import type { WriteContext } from "./context.ts";
import { lockVersion } from "./lock-record.ts";

/** The versions of the record that a write accepts (conventions.md, Writing); "any" if it only has to exist. */
export type ExpectedVersions = ReadonlySet<string> | "any";

/** The record has changed since the caller read it. */
export class PreconditionFailed extends RequestError {
  readonly record: { readonly resource: Resource; readonly id: RecordId };

  constructor(resource: Resource, id: RecordId) {
    const details = `The ${resource.singular.replaceAll("_", " ")} has changed since it was read. Read it again.`;
    super("precondition_failed", details);
    this.record = { resource, id };
  }
}

/** A write's condition, for one attempt of its transaction. */
export class Precondition {
  readonly #versions: ExpectedVersions;
  #holds = false;

  constructor(versions: ExpectedVersions) {
    this.#versions = versions;
  }

  /** Checks the record once: afterwards the write itself may change it. */
  async assert(context: WriteContext, resource: Resource, id: RecordId): Promise<void> {
    if (this.#holds) return;
    const version = versionOf(resource, id, await lockVersion(context, resource, id));
    if (this.#versions !== "any" && !this.#versions.has(version)) throw new PreconditionFailed(resource, id);
    this.#holds = true;
  }
}

/**
 * Locks the record that a request writes, and refuses the write if the record has changed. The kernel calls it; a `prepare` that changes the
 * record itself calls it first.
 * @throws RequestError 404 or 403 as `lockRecord` does, 412 for a changed record
 */
export async function assertUnchanged(context: WriteContext, resource: Resource, id: RecordId): Promise<void> {
  await context.precondition?.assert(context, resource, id);
}
