import { invalid } from "../../../kernel/errors.ts";
import { integerValue } from "../../../kernel/values/number.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { oneOfValue, textValue } from "../../../kernel/values/text.ts";
import { timeValue } from "../../../kernel/values/time.ts";
import type { ValueType } from "../../../kernel/values/value-type.ts";

/** Problems that are told; a file that is wrong altogether is wrong everywhere. */
const mostTold = 20;

/** Collects what is wrong with a file, each problem with its position: `payouts[0].lines[2].net_in_cents`. */
export class FileProblems {
  private readonly found: string[] = [];

  add(at: string, problem: string): void {
    this.found.push(`${at} ${problem}`);
  }

  /** @throws RequestError 422 with the first twenty of them, under `file` */
  throwIfAny(): void {
    const more = this.found.length - mostTold;
    const told = this.found.slice(0, mostTold);
    if (told.length > 0) throw invalid({ file: more > 0 ? [...told, `… and ${more} more`] : told });
  }
}

/** The largest amount of a file, in minor units: as much as an amount of a booking can be, also in yen. */
export const largestAmount = 9_999_999_999;

const amount = integerValue({ min: -largestAmount, max: largestAmount });
const id = integerValue({ min: 1, max: Number.MAX_SAFE_INTEGER });
const moment = timeValue();

/**
 * An object of a file, whose members are read one by one. What is missing or wrong becomes a problem, and its reader answers a value
 * that stands for none: nothing is to be done with what was read before `FileProblems.throwIfAny`.
 */
export class FileObject {
  readonly at: string;
  /** Of what is no object, nothing else is told. */
  private readonly isThere: boolean;
  private readonly members: Readonly<Record<string, unknown>>;
  private readonly problems: FileProblems;
  private readonly known = new Set<string>();

  constructor(value: unknown, at: string, problems: FileProblems) {
    this.at = at;
    this.problems = problems;
    this.isThere = isObject(value);
    if (!this.isThere) problems.add(at === "" ? "the file" : at, "must be an object");
    this.members = isObject(value) ? value : {};
  }

  amount = (name: string): number => this.needed(name, amount) ?? 0;
  amountOrNull = (name: string): number | null => this.read(name, amount) ?? null;
  id = (name: string): number => this.needed(name, id) ?? 0;
  idOrNull = (name: string): number | null => this.read(name, id) ?? null;
  text = (name: string, maxLength: number): string => this.needed(name, textValue({ minLength: 1, maxLength })) ?? "";
  textOrNull = (name: string, maxLength: number): string | null => this.read(name, textValue({ maxLength })) ?? null;
  /** Epoch milliseconds, whole seconds. */
  moment = (name: string): number => Math.floor((this.needed(name, moment) ?? 0) / 1000) * 1000;
  oneOf<const V extends readonly [string, ...string[]]>(name: string, values: V): V[number] {
    return this.needed(name, oneOfValue(values)) ?? values[0];
  }

  /** What is read of each object in a list; none where the list is absent and may be. */
  objects<T>(name: string, most: number, needed: "needed" | "optional", read: (object: FileObject) => T): T[] {
    return this.list(name, most, needed).map((item, index) => {
      const object = new FileObject(item, `${this.path(name)}[${index}]`, this.problems);
      const value = read(object);
      object.close();
      return value;
    });
  }

  /** A list of texts; none where it is absent. */
  texts(name: string, most: number, maxLength: number): string[] {
    const type = textValue({ minLength: 1, maxLength });
    return this.list(name, most, "optional").map(
      (item, index) => this.accepted(item, `${this.path(name)}[${index}]`, type) ?? "",
    );
  }

  /** To be called when all members have been read: nothing else may be there. */
  close(): void {
    for (const name of Object.keys(this.members)) {
      if (!this.known.has(name))
        this.problems.add(this.path(name), `is not known; known are: ${[...this.known].join(", ")}`);
    }
  }

  private list(name: string, most: number, needed: "needed" | "optional"): unknown[] {
    const value = this.member(name);
    const at = this.path(name);
    if (value === undefined && needed === "optional") return [];
    if (!this.isThere) return [];
    if (!Array.isArray(value)) this.problems.add(at, value === undefined ? "is missing" : "must be an array");
    else if (value.length > most) this.problems.add(at, `has ${value.length} elements (maximum is ${most})`);
    else return value;
    return [];
  }

  private needed<T>(name: string, type: ValueType<T>): T | undefined {
    const value = this.read(name, type);
    const given = this.members[name];
    if (this.isThere && (given === undefined || given === null)) this.problems.add(this.path(name), "is missing");
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
    this.known.add(name);
    return Object.hasOwn(this.members, name) ? this.members[name] : undefined;
  }

  private path(name: string): string {
    return this.at === "" ? name : `${this.at}.${name}`;
  }
}
