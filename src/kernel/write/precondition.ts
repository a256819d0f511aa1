import { RequestError } from "../errors.ts";
import type { RecordId } from "../key.ts";
import { versionOf } from "../read/version.ts";
import type { Resource } from "../resource.ts";

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

  /** Whether the record was checked: afterwards the write itself may change it. */
  get holds(): boolean {
    return this.#holds;
  }

  /** @param stored the locked record's `versionColumn`. @throws PreconditionFailed */
  assert(resource: Resource, id: RecordId, stored: string): void {
    if (this.#versions !== "any" && !this.#versions.has(versionOf(resource, id, stored)))
      throw new PreconditionFailed(resource, id);
    this.#holds = true;
  }
}
