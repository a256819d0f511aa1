import type { ClosedSet } from "../core/closed-set.ts";
import type { Scope } from "./access/scopes.ts";
import { fileValue } from "./values/file.ts";
import { decimalValue, floatValue, integerValue } from "./values/number.ts";
import { idsValue, namesValue, structureValue, translatedTextValue, translatedValue } from "./values/structure.ts";
import { oneOfValue, textValue } from "./values/text.ts";
import { booleanValue, dateValue, timeValue } from "./values/time.ts";
import { uuidValue } from "./values/uuid.ts";
import type { ValueType } from "./values/value-type.ts";

/** Who reads an attribute: everyone who may read the record, the holders of some scopes, or nobody (it is only written). */
export type Readers = "all" | "nobody" | readonly Scope[];

interface Traits {
  readonly readers: Readers;
  readonly writable: boolean;
  readonly required: boolean;
  readonly onlyOnCreation: boolean;
  readonly never: "null" | undefined;
  /** A blank says nothing: what the record holds stays, and a new one gets its default. */
  readonly blankIsAbsent: boolean;
  /** An answer always holds a value, whatever a write may leave out. */
  readonly present: boolean;
  readonly expression: string | undefined;
  /** A column of the same name holds it; what an operation reads for itself is not stored under its own name. */
  readonly persisted: boolean;
  /** A date of at most ten years from today (date-bounds.ts). */
  readonly near: boolean;
  /** Says who somebody is, or something about them (see `PersonalData`). */
  readonly personal: boolean;
  /** Changes of it are told (events.md, The change). */
  readonly recorded: boolean;
  /** A search for a text finds what contains it. */
  readonly byPart: boolean;
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
  byPart: false,
  description: undefined,
};

/**
 * An attribute of a resource: a kind of value and what may be done with it. Immutable; each method answers a new attribute, so
 * that a declaration reads as a sentence: `decimal({ min: 0 }).required().readBy("bookings_read")`.
 */
export class Attribute<T> {
  readonly type: ValueType<T>;
  readonly traits: Traits;
  /** Set for attributes that hold a text per locale. */
  readonly translated: boolean;

  constructor(type: ValueType<T>, traits: Traits = ordinary, translated = false) {
    this.type = type;
    this.traits = traits;
    this.translated = translated;
  }

  /** Must be given on creation and can never be blank. */
  required(): Attribute<T> {
    return this.with({ required: true, never: "null", present: true });
  }

  /** Has a default in the database and can never be null. */
  neverNull(): Attribute<T> {
    return this.with({ never: "null", present: true });
  }

  /** Never null in an answer: the service sets it, or fills in what a write leaves out. */
  present(): Attribute<T> {
    return this.with({ present: true });
  }

  /** Always has a value, and is written "if present" (the registry): null and an empty text are taken as if it were not there. */
  presentOrAbsent(): Attribute<T> {
    return this.with({ never: "null", blankIsAbsent: true, present: true });
  }

  /** Echoed by clients and ignored in a write. */
  readOnly(): Attribute<T> {
    return this.with({ writable: false });
  }

  /** A date: a write may set one of at most ten years from today (conventions.md, Bounds). */
  near(): Attribute<T> {
    return this.with({ near: true });
  }

  /** Personal data: erased when the person is forgotten, and hidden where its processing is restricted (see `PersonalData`). */
  personal(): Attribute<T> {
    return this.with({ personal: true });
  }

  /** Nobody is told when it changes: what the service notes of its own work, and what is kept nowhere else, such as a card. */
  unrecorded(): Attribute<T> {
    return this.with({ recorded: false });
  }

  /** Taken from a write when the record is created, ignored afterwards. */
  onCreationOnly(): Attribute<T> {
    return this.with({ onlyOnCreation: true });
  }

  /** Accepted in a write for the operation to make something of; the kernel does not store it. */
  inputOnly(): Attribute<T> {
    return this.with({ readers: "nobody", persisted: false });
  }

  /** Read as any other, but a write of it is stored by the operation, which makes something of it first. */
  persistedByOperation(): Attribute<T> {
    return this.with({ persisted: false });
  }

  /** Accepted in a write and stored, never read under this name. */
  writeOnly(): Attribute<T> {
    return this.with({ readers: "nobody" });
  }

  /** Shown by the operation that makes it, in its own answer alone (`Shown.reveals`); a write that brings it changes nothing. */
  shownOnce(): Attribute<T> {
    return this.with({ readers: "nobody", persisted: false, writable: false });
  }

  /** Seen only with one of these scopes (or the write scope of a read scope among them). */
  readBy(...readers: Scope[]): Attribute<T> {
    return this.with({ readers });
  }

  /** Computed: an SQL expression over the resource's own row instead of a column of the same name. Read-only. */
  from(expression: string): Attribute<T> {
    return this.with({ expression, writable: false });
  }

  /** Stored in its own column, but read through an SQL expression that knows more (a hold that has expired is canceled). */
  readAs(expression: string): Attribute<T> {
    return this.with({ expression });
  }

  /** A search for a text finds what contains it: nobody knows the whole of it. */
  soughtByPart(): Attribute<T> {
    return this.with({ byPart: true });
  }

  /** A text that can only be one of these, though its type does not say so: a search for any other is refused. */
  among(among: ClosedSet): Attribute<T> {
    return new Attribute({ ...this.type, among }, this.traits, this.translated);
  }

  /** One sentence for the API's documentation. */
  description(description: string): Attribute<T> {
    return this.with({ description });
  }

  /** Narrows what a draft holds for this attribute. */
  narrow(candidate: unknown): T | null | undefined {
    if (candidate === undefined || candidate === null) return candidate;
    if (this.type.isValue(candidate)) return candidate;
    throw new Error(`A draft held a value that is no ${this.type.title}.`);
  }

  private with(change: Partial<Traits>): Attribute<T> {
    return new Attribute(this.type, { ...this.traits, ...change }, this.translated);
  }
}

/** Attributes by name, in the order in which they are written out. */
export type Attributes = Readonly<Record<string, Attribute<unknown>>>;

export const integer = (...limits: Parameters<typeof integerValue>) => new Attribute(integerValue(...limits));
export const decimal = (...limits: Parameters<typeof decimalValue>) => new Attribute(decimalValue(...limits));
export const float = (...limits: Parameters<typeof floatValue>) => new Attribute(floatValue(...limits));
export const string = (...limits: Parameters<typeof textValue>) => new Attribute(textValue(...limits));
export const text = (limits: { maxLength?: number } = {}) => new Attribute(textValue({ ...limits, multiline: true }));
export const boolean = () => new Attribute(booleanValue());
export const time = () => new Attribute(timeValue());
export const date = () => new Attribute(dateValue());
/** A file that a write brings, see `Upload`. @param most bytes */
export const storedFile = (most: number) => new Attribute(fileValue(most)).inputOnly();
export const ids = () => new Attribute(idsValue());
/** Names that are declared somewhere, each once. @param what one of them is called */
export const names = (what: string) => new Attribute(namesValue(what));
export const oneOf = <const V extends readonly string[]>(values: V, what?: string) =>
  new Attribute(oneOfValue(values, what));
export const structure = <T>(options: Parameters<typeof structureValue<T>>[0]) =>
  new Attribute(structureValue<T>(options));
export const translated = (limits: Parameters<typeof textValue>[0] = {}) =>
  new Attribute(translatedValue(textValue(limits)), { ...ordinary, never: "null", present: true }, true);
/**
 * A translated text that is read in one locale: stored and written as any other, shown through an SQL expression (`readAs`). Null where
 * it has no text in that locale.
 */
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
    .description("When the record last changed (UTC): what updated_since compares."),
});
