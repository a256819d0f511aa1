import { badRequest, ValidationErrors } from "../../../kernel/errors.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import type { ValueType } from "../../../kernel/values/value-type.ts";

/** The unvalidated body of a console request: a flat JSON object. */
export class BodyFields {
  readonly errors = new ValidationErrors();
  private readonly fields: ReadonlyMap<string, unknown>;

  /** @param names the valid field names @throws RequestError 400 unless the body is an object */
  constructor(body: unknown, names: readonly string[]) {
    if (!isObject(body)) throw badRequest("The body must be a JSON object.");
    this.fields = new Map(Object.entries(body));
    for (const name of this.fields.keys())
      if (!names.includes(name)) this.errors.addUnknown(name, "is not a field of this request");
  }

  /** Reads a field; undefined when it is absent or invalid. Problems are added to the errors. */
  optional<T>(name: string, type: ValueType<T>): T | undefined {
    const input = this.fields.get(name);
    if (input === undefined) return undefined;
    const accepted = type.accept(input);
    if ("value" in accepted) return accepted.value;
    this.errors.add(name, accepted.problem);
    return undefined;
  }

  /** Reads a required field. @throws RequestError 422 with all problems so far when it is missing or invalid */
  required<T>(name: string, type: ValueType<T>): T {
    if (this.fields.get(name) === undefined) this.errors.add(name, "can't be blank");
    const value = this.optional(name, type);
    this.errors.throwIfAny();
    if (value === undefined) throw new Error(`Field ${name} was accepted without a value.`);
    return value;
  }
}
