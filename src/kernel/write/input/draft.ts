import type { Attribute, Attributes } from "../../attribute.ts";
import type { ValidationErrors } from "../../errors.ts";
import type { Nested, NestedBody } from "../../nested.ts";
import type { Resource } from "../../resource.ts";
import type { Translations } from "../../values/structure.ts";

/** Options for reading an element. */
export interface DraftOptions {
  /** The locale that a plain string sets in a translated attribute. */
  readonly defaultLocale: string;
  /** Nested lists and objects. */
  readonly nested?: Nested;
  /** The stored values, for an update. */
  readonly stored?: ReadonlyMap<Attribute<unknown>, unknown> | undefined;
  /** See `NestedBody.alsoShown`. */
  readonly alsoShown?: Attributes | undefined;
  /** See `JsonBody.refusesFixed`. */
  readonly refusesFixed?: boolean;
  /** The nesting depth of its attributes; absent for a body's own element. */
  readonly around?: number | undefined;
}

/** A nested object: its draft, and where to add its errors. */
export interface Element {
  readonly draft: Draft;
  /** Reported under the list's or object's name in the body's errors. */
  readonly errors: ValidationErrors;
  /** The id of the record that it echoes, for lists of echoed records. */
  readonly id: number | undefined;
}

/** Nested objects by declaration; null counts as an empty list. */
export type Elements = ReadonlyMap<NestedBody, readonly Element[]>;

/** A write's validated values over the stored ones. Access is by declaration: `draft.value(booking.attributes.start_at)`. */
export class Draft {
  readonly resource: Resource;
  readonly creating: boolean;
  private readonly inputValues: ReadonlyMap<Attribute<unknown>, unknown>;
  private readonly storedValues: ReadonlyMap<Attribute<unknown>, unknown>;
  private readonly elements: Elements;

  constructor(
    resource: Resource,
    input: ReadonlyMap<Attribute<unknown>, unknown>,
    stored: ReadonlyMap<Attribute<unknown>, unknown> | undefined,
    elements: Elements = new Map(),
  ) {
    this.resource = resource;
    this.creating = stored === undefined;
    this.inputValues = input;
    this.storedValues = stored ?? new Map();
    this.elements = elements;
  }

  /** Whether the write sets the attribute, null included. */
  sets(attribute: Attribute<unknown>): boolean {
    return this.inputValues.has(attribute);
  }

  /** The write's value; undefined when it does not set the attribute. */
  input<T>(attribute: Attribute<T>): T | null | undefined {
    return attribute.narrow(this.inputValues.get(attribute));
  }

  /** The value before the write; undefined for a new record. */
  stored<T>(attribute: Attribute<T>): T | null | undefined {
    return attribute.narrow(this.storedValues.get(attribute));
  }

  /** The value after the write. */
  value<T>(attribute: Attribute<T>): T | null | undefined {
    return this.sets(attribute) ? this.input(attribute) : this.stored(attribute);
  }

  /** A translated attribute's texts after the write: the written locales over the stored ones. */
  translations(attribute: Attribute<Translations>): Translations {
    return { ...this.stored(attribute), ...this.input(attribute) };
  }

  /** Whether the write sets the attribute to a different value. */
  changes<T>(attribute: Attribute<T>): boolean {
    if (!this.sets(attribute)) return false;
    return JSON.stringify(this.input(attribute) ?? null) !== JSON.stringify(this.stored(attribute) ?? null);
  }

  /** Whether the write sets the attribute to its stored value. */
  repeats(attribute: Attribute<unknown>): boolean {
    return this.storedValues.has(attribute) && this.sets(attribute) && !this.changes(attribute);
  }

  /** The elements of a nested list; undefined when it is absent. */
  list(body: NestedBody): readonly Element[] | undefined {
    return this.elements.get(body);
  }

  /** A nested object; undefined when it is absent. */
  one(body: NestedBody): Element | undefined {
    return this.elements.get(body)?.[0];
  }

  /** All nested objects. */
  nested(): Element[] {
    return [...this.elements.values()].flat();
  }

  /** The same write over another record's stored values. */
  over(stored: ReadonlyMap<Attribute<unknown>, unknown>): Draft {
    return new Draft(this.resource, this.inputValues, stored, this.elements);
  }

  /** The same write over another draft's stored values. */
  onto(record: Draft): Draft {
    return this.over(record.storedValues);
  }

  /** The same write without some attributes and nested bodies. */
  without(attributes: ReadonlySet<Attribute<unknown>>, bodies: readonly NestedBody[] = []): Draft {
    const input = [...this.inputValues].filter(([attribute]) => !attributes.has(attribute));
    const elements = [...this.elements].filter(([body]) => !bodies.includes(body));
    const stored = this.creating ? undefined : this.storedValues;
    return new Draft(this.resource, new Map(input), stored, new Map(elements));
  }

  /** The attributes that the write sets, with their values. */
  entries(): Iterable<readonly [Attribute<unknown>, unknown]> {
    return this.inputValues.entries();
  }
}
