import { badRequest, ValidationErrors } from "../../../kernel/errors.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import type { ValueType } from "../../../kernel/values/value-type.ts";

/** What the body of a request from the console gives: a flat JSON object, of which nothing is certain. */
export class GivenFields {
  readonly errors = new ValidationErrors();
  private readonly fields: ReadonlyMap<string, unknown>;

  /** @throws RequestError 400 for what is no object @param known other names are problems */
  constructor(body: unknown, known: readonly string[]) {
    if (!isObject(body)) throw badRequest("The body must be a JSON object.");
    this.fields = new Map(Object.entries(body));
    for (const name of this.fields.keys()) if (!known.includes(name)) this.errors.addUnknown(name, "is not known");
  }

  /** The value under a name; undefined where there is none. What is wrong with it is added to the errors. */
  optional<T>(name: string, type: ValueType<T>): T | undefined {
    const given = this.fields.get(name);
    if (given === undefined) return undefined;
    const accepted = type.accept(given);
    if ("value" in accepted) return accepted.value;
    this.errors.add(name, accepted.problem);
    return undefined;
  }

  /** The same of a value that must be there. @throws RequestError 422 with all problems where it is missing or wrong */
  required<T>(name: string, type: ValueType<T>): T {
    if (this.fields.get(name) === undefined) this.errors.add(name, "can't be blank");
    const value = this.optional(name, type);
    this.errors.throwIfAny();
    if (value === undefined) throw new Error(`The field ${name} was accepted without a value.`);
    return value;
  }
}
