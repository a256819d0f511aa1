import { invalid } from "../../../kernel/errors.ts";
import { integerValue } from "../../../kernel/values/number.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { oneOfValue, textValue } from "../../../kernel/values/text.ts";
import { timeValue } from "../../../kernel/values/time.ts";
import type { ValueType } from "../../../kernel/values/value-type.ts";

/** A file of the wrong shape has a problem at every position. */
const maxReported = 20;

/** Collects a file's problems, each with its position: `payouts[0].lines[2].net_in_cents`. */
export class FileProblems {
  private readonly found: string[] = [];

  add(at: string, problem: string): void {
    this.found.push(`${at} ${problem}`);
  }

  /** @throws RequestError 422 with the first twenty problems, under `file` */
  throwIfAny(): void {
    const more = this.found.length - maxReported;
    const reported = this.found.slice(0, maxReported);
    if (reported.length > 0) throw invalid({ file: more > 0 ? [...reported, `… and ${more} more`] : reported });
  }
}

/** In minor units: the largest amount of a booking in any currency, yen included. */
export const largestAmount = 9_999_999_999;

const amount = integerValue({ min: -largestAmount, max: largestAmount });
const id = integerValue({ min: 1, max: Number.MAX_SAFE_INTEGER });
const moment = timeValue();

type Presence = "required" | "optional";

/**
 * Reads an object's members one by one. A missing or invalid member becomes a problem and reads as a placeholder,
 * so call `FileProblems.throwIfAny` before using any value.
 */
export class FileObject {
  readonly at: string;
  /** If false, reports no further problems for it. */
  private readonly isObject: boolean;
  private readonly members: Readonly<Record<string, unknown>>;
  private readonly problems: FileProblems;
  private readonly names = new Set<string>();

  constructor(value: unknown, at: string, problems: FileProblems) {
    this.at = at;
    this.problems = problems;
    this.isObject = isObject(value);
    if (!this.isObject) problems.add(at === "" ? "the file" : at, "must be an object");
    this.members = isObject(value) ? value : {};
  }

  amount = (name: string): number => this.required(name, amount) ?? 0;
  amountOrNull = (name: string): number | null => this.read(name, amount) ?? null;
  id = (name: string): number => this.required(name, id) ?? 0;
  idOrNull = (name: string): number | null => this.read(name, id) ?? null;
  text = (name: string, maxLength: number): string => this.required(name, textValue({ minLength: 1, maxLength })) ?? "";
  textOrNull = (name: string, maxLength: number): string | null => this.read(name, textValue({ maxLength })) ?? null;
  /** Epoch milliseconds, truncated to whole seconds. */
  moment = (name: string): number => Math.floor((this.required(name, moment) ?? 0) / 1000) * 1000;
  oneOf<const V extends readonly [string, ...string[]]>(name: string, values: V): V[number] {
    return this.required(name, oneOfValue(values)) ?? values[0];
  }

  /** Reads a list of objects; empty if an optional list is absent. */
  objects<T>(name: string, max: number, presence: Presence, read: (object: FileObject) => T): T[] {
    return this.list(name, max, presence).map((item, index) => {
      const object = new FileObject(item, `${this.path(name)}[${index}]`, this.problems);
      const value = read(object);
      object.close();
      return value;
    });
  }

  /** Reads an optional list of strings; empty if it is absent. */
  texts(name: string, max: number, maxLength: number): string[] {
    const type = textValue({ minLength: 1, maxLength });
    return this.list(name, max, "optional").map(
      (item, index) => this.accepted(item, `${this.path(name)}[${index}]`, type) ?? "",
    );
  }

  /** Refuses members that were not read. Call it last. */
  close(): void {
    for (const name of Object.keys(this.members)) {
      if (!this.names.has(name)) this.problems.add(this.path(name), `is unknown. Use: ${[...this.names].join(", ")}`);
    }
  }

  private list(name: string, max: number, presence: Presence): unknown[] {
    const value = this.member(name);
    const at = this.path(name);
    if (value === undefined && presence === "optional") return [];
    if (!this.isObject) return [];
    if (!Array.isArray(value)) this.problems.add(at, value === undefined ? "is missing" : "must be an array");
    else if (value.length > max) this.problems.add(at, `has ${value.length} elements (maximum is ${max})`);
    else return value;
    return [];
  }

  private required<T>(name: string, type: ValueType<T>): T | undefined {
    const value = this.read(name, type);
    const input = this.members[name];
    if (this.isObject && (input === undefined || input === null)) this.problems.add(this.path(name), "is missing");
    return value;
  }

  private read<T>(name: string, type: ValueType<T>): T | undefined {
    const value = this.member(name);
    return value === undefined || value === null ? undefined : this.accepted(value, this.path(name), type);
  }

  private accepted<T>(value: unknown, at: string, type: ValueType<T>): T | undefined {
    const accepted = type.accept(value);
    if ("value" in accepted) return accepted.value;
    this.problems.add(at, accepted.problem);
    return undefined;
  }

  private member(name: string): unknown {
    this.names.add(name);
    return Object.hasOwn(this.members, name) ? this.members[name] : undefined;
  }

  private path(name: string): string {
    return this.at === "" ? name : `${this.at}.${name}`;
  }
}
