import type { ClosedSet } from "../core/closed-set.ts";
import { currencies } from "../core/currencies.ts";
import type { Scope } from "./access/scopes.ts";
import { fileValue } from "./values/file.ts";
import { decimalValue, floatValue, integerValue } from "./values/number.ts";
import { idsValue, namesValue, structureValue, translatedTextValue, translatedValue } from "./values/structure.ts";
import { oneOfValue, textValue } from "./values/text.ts";
import { booleanValue, dateValue, timeValue } from "./values/time.ts";
import { uuidValue } from "./values/uuid.ts";
import type { ValueType } from "./values/value-type.ts";

/** An attribute's readers: every reader of the record, the holders of some scopes, or none (write-only). */
export type Readers = "all" | "nobody" | readonly Scope[];

/** Makes an attribute an amount of money in the currency of its resource (`ResourceDeclaration.currency`). */
interface Money {
  /** It is no amount while another attribute has one of these values: a fee's rate may be a percentage. */
  readonly unless: { readonly attribute: string; readonly values: readonly string[] } | undefined;
  /** The amounts in a value, in hundredths. */
  readonly amountsOf: (value: unknown) => readonly number[];
}

interface MoneyOptions<T> {
  readonly unless?: NonNullable<Money["unless"]>;
  /** Default: the value itself. */
  readonly amountsOf?: (value: T) => readonly number[];
}

interface Traits {
  readonly readers: Readers;
  readonly writable: boolean;
  readonly required: boolean;
  readonly onlyOnCreation: boolean;
  readonly never: "null" | undefined;
  /** A blank counts as absent: the record keeps its value, and a new record gets the default. */
  readonly blankIsAbsent: boolean;
  /** Never null in an answer. */
  readonly present: boolean;
  readonly expression: string | undefined;
  /** Stored in a column of the same name. False for input that only the operation reads. */
  readonly persisted: boolean;
  /** A date at most ten years from today (date-bounds.ts). */
  readonly near: boolean;
  /** Identifies a person or says something about one (see `PersonalData`). */
  readonly personal: boolean;
  /** Its changes are published (events.md, The change). */
  readonly recorded: boolean;
  /** A text search matches substrings. */
  readonly matchesPart: boolean;
  /** Present for amounts of money, which must fit their currency (write/input/amounts.ts). */
  readonly money: Money | undefined;
  /** The unit of a decimal that is not money. */
  readonly unit: "percent" | "stars" | undefined;
  readonly description: string | undefined;
}

const ordinary: Traits = {
  readers: "all",
  writable: true,
  required: false,
  onlyOnCreation: false,
  never: undefined,
  blankIsAbsent: false,
  present: false,
  expression: undefined,
  persisted: true,
  near: false,
  personal: false,
  recorded: true,
  matchesPart: false,
  money: undefined,
  unit: undefined,
  description: undefined,
};

/**
 * A resource's attribute: a value type and its traits. Immutable; each method returns a new attribute, so declarations chain:
 * `decimal({ min: 0 }).required().readBy("bookings_read")`.
 */
export class Attribute<T> {
  readonly type: ValueType<T>;
  readonly traits: Traits;
  /** Holds a text per locale. */
  readonly translated: boolean;

  constructor(type: ValueType<T>, traits: Traits = ordinary, translated = false) {
    this.type = type;
    this.traits = traits;
    this.translated = translated;
  }

  /** Required on creation and never blank. */
  required(): Attribute<T> {
    return this.with({ required: true, never: "null", present: true });
  }

  /** Has a default in the database and can never be null. */
  neverNull(): Attribute<T> {
    return this.with({ never: "null", present: true });
  }

  /** Never null in an answer: the service supplies a missing value. */
  present(): Attribute<T> {
    return this.with({ present: true });
  }

  /** Always has a value, and is written "if present": null and an empty text count as absent. */
  presentOrAbsent(): Attribute<T> {
    return this.with({ never: "null", blankIsAbsent: true, present: true });
  }

  /** Ignored in a write: clients echo whole records back. */
  readOnly(): Attribute<T> {
    return this.with({ writable: false });
  }

  /** A date that a write may set at most ten years from today (conventions.md, Bounds). */
  near(): Attribute<T> {
    return this.with({ near: true });
  }

  /** Personal data: erased with the person, and hidden if its processing is restricted (see `PersonalData`). */
  personal(): Attribute<T> {
    return this.with({ personal: true });
  }

  /** Its changes are not published: for internal bookkeeping, and for data that must not be copied, such as a card. */
  unrecorded(): Attribute<T> {
    return this.with({ recorded: false });
  }

  /** Set on creation, ignored afterwards. */
  onCreationOnly(): Attribute<T> {
    return this.with({ onlyOnCreation: true });
  }

  /** Input for the operation; the kernel does not store it. */
  inputOnly(): Attribute<T> {
    return this.with({ readers: "nobody", persisted: false });
  }

  /** Read like any other; the operation stores it in its own form. */
  persistedByOperation(): Attribute<T> {
    return this.with({ persisted: false });
  }

  /** Written and stored, never read under this name. */
  writeOnly(): Attribute<T> {
    return this.with({ readers: "nobody" });
  }

  /** Shown only in the answer of the operation that creates it (`Shown.reveals`); a write of it is ignored. */
  shownOnce(): Attribute<T> {
    return this.with({ readers: "nobody", persisted: false, writable: false });
  }

  /** Visible only with one of these scopes, or with the write scope of a read scope among them. */
  readBy(...readers: Scope[]): Attribute<T> {
    return this.with({ readers });
  }

  /** Computed by an SQL expression over the resource's row. Read-only. */
  from(expression: string): Attribute<T> {
    return this.with({ expression, writable: false });
  }

  /** Stored in its own column, but read through an SQL expression, such as the status of an expired hold. */
  readAs(expression: string): Attribute<T> {
    return this.with({ expression });
  }

  /** A text search matches substrings. */
  matchedByPart(): Attribute<T> {
    return this.with({ matchesPart: true });
  }

  /** An amount in the resource's currency: a write refuses more decimals than the currency has. */
  money({ unless, amountsOf = hundredthsAlone }: MoneyOptions<T> = {}): Attribute<T> {
    const { type } = this;
    return this.with({ money: { unless, amountsOf: (value) => (type.isValue(value) ? amountsOf(value) : []) } });
  }

  /** A number that is not an amount of money. */
  measuredIn(unit: "percent" | "stars"): Attribute<T> {
    return this.with({ unit });
  }

  /** Restricts a text to a set that its type does not express: a search for another value is refused. */
  among(among: ClosedSet): Attribute<T> {
    return new Attribute({ ...this.type, among }, this.traits, this.translated);
  }

  /** One sentence for the API's documentation. */
  description(description: string): Attribute<T> {
    return this.with({ description });
  }

  /** Casts a draft's value to this attribute's type. @throws Error for a value of another type */
  narrow(candidate: unknown): T | null | undefined {
    if (candidate === undefined || candidate === null) return candidate;
    if (this.type.isValue(candidate)) return candidate;
    throw new Error(`A draft holds a value that is not of type ${this.type.title}.`);
  }

  private with(change: Partial<Traits>): Attribute<T> {
    return new Attribute(this.type, { ...this.traits, ...change }, this.translated);
  }
}

const hundredthsAlone = (value: unknown): readonly number[] => (typeof value === "number" ? [value] : []);

/** Attributes by name, in output order. */
export type Attributes = Readonly<Record<string, Attribute<unknown>>>;

export const integer = (...limits: Parameters<typeof integerValue>) => new Attribute(integerValue(...limits));
/** A decimal with two places. A writable one is `money` or `measuredIn` another unit. */
export const decimal = (...limits: Parameters<typeof decimalValue>) => new Attribute(decimalValue(...limits));
/** An amount in the resource's currency. */
export const money = (...limits: Parameters<typeof decimalValue>) => decimal(...limits).money();
/** A percentage with two places. */
export const percentage = (...limits: Parameters<typeof decimalValue>) => decimal(...limits).measuredIn("percent");
export const float = (...limits: Parameters<typeof floatValue>) => new Attribute(floatValue(...limits));
export const string = (...limits: Parameters<typeof textValue>) => new Attribute(textValue(...limits));
export const text = (limits: { maxLength?: number } = {}) => new Attribute(textValue({ ...limits, multiline: true }));
export const boolean = () => new Attribute(booleanValue());
export const time = () => new Attribute(timeValue());
export const date = () => new Attribute(dateValue());
/** A file in a write, see `Upload`. */
export const storedFile = (maxBytes: number) => new Attribute(fileValue(maxBytes)).inputOnly();
export const ids = () => new Attribute(idsValue());
/** A list of declared names, without duplicates. @param what the noun for one of them, in messages */
export const names = (what: string) => new Attribute(namesValue(what));
export const currencyCode = () => new Attribute(oneOfValue(currencies, "one of the currencies"));
export const oneOf = <const V extends readonly string[]>(values: V, what?: string) =>
  new Attribute(oneOfValue(values, what));
export const structure = <T>(options: Parameters<typeof structureValue<T>>[0]) =>
  new Attribute(structureValue<T>(options));
export const translated = (limits: Parameters<typeof textValue>[0] = {}) =>
  new Attribute(translatedValue(textValue(limits)), { ...ordinary, never: "null", present: true }, true);
/** A translated text that is read in one locale, through an SQL expression (`readAs`). Null without a text in that locale. */
export const translatedText = (limits: Parameters<typeof textValue>[0] = {}) =>
  new Attribute(translatedTextValue(textValue(limits)), { ...ordinary, never: "null" }, true);

/** The attributes that every record has and no write sets. */
export const id = () => integer().readOnly().present().description("The record's number, which never changes.");
export const uuid = () =>
  new Attribute(uuidValue()).readOnly().present().description("The record's UUID, which never changes.");
export const timestamps = () => ({
  created_at: time().readOnly().present().description("When the record was created (UTC)."),
  updated_at: time()
    .readOnly()
    .present()
    .description("When the record last changed (UTC). The parameter updated_since compares it."),
});
