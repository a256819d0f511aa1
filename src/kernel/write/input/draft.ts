import type { Attribute, Attributes } from "../../attribute.ts";
import type { ValidationErrors } from "../../errors.ts";
import type { Nested, NestedBody } from "../../nested.ts";
import type { Resource } from "../../resource.ts";
import type { Translations } from "../../values/structure.ts";

/** How an element is read. */
export interface DraftOptions {
  /** The locale that a plain string sets in a translated attribute. */
  readonly defaultLocale: string;
  /** Lists and objects inside. */
  readonly nested?: Nested;
  /** What the database holds, for an update. */
  readonly stored?: ReadonlyMap<Attribute<unknown>, unknown> | undefined;
  /** See `NestedBody.alsoShown`. */
  readonly alsoShown?: Attributes | undefined;
  /** See `JsonBody.refusesFixed`. */
  readonly refusesFixed?: boolean;
  /** Objects and arrays that its attributes stand in: the root, its array and the element, unless it is inside of another. */
  readonly around?: number | undefined;
}

/** An object inside a body: what it says, and where to say what else is wrong with it. */
export interface Element {
  readonly draft: Draft;
  /** Under the name of the list or object in the whole body's errors. */
  readonly errors: ValidationErrors;
  /** The record that it names, of lists of records that are echoed. */
  readonly id: number | undefined;
}

/** Objects inside a body by their declarations; a list that is null is an empty one. */
export type Elements = ReadonlyMap<NestedBody, readonly Element[]>;

/**
 * What a write says about a record, checked attribute by attribute, over what the database holds already. Attributes are asked for
 * by their declaration: `draft.value(booking.attributes.start_at)`.
 */
export class Draft {
  readonly resource: Resource;
  readonly creating: boolean;
  private readonly givenValues: ReadonlyMap<Attribute<unknown>, unknown>;
  private readonly storedValues: ReadonlyMap<Attribute<unknown>, unknown>;
  private readonly elements: Elements;

  constructor(
    resource: Resource,
    given: ReadonlyMap<Attribute<unknown>, unknown>,
    stored: ReadonlyMap<Attribute<unknown>, unknown> | undefined,
    elements: Elements = new Map(),
  ) {
    this.resource = resource;
    this.creating = stored === undefined;
    this.givenValues = given;
    this.storedValues = stored ?? new Map();
    this.elements = elements;
  }

  /** Whether the write names the attribute (null included). */
  gives(attribute: Attribute<unknown>): boolean {
    return this.givenValues.has(attribute);
  }

  /** What the write gives: undefined when it does not name the attribute. */
  given<T>(attribute: Attribute<T>): T | null | undefined {
    return attribute.narrow(this.givenValues.get(attribute));
  }

  /** What the database holds before the write; undefined for a new record. */
  stored<T>(attribute: Attribute<T>): T | null | undefined {
    return attribute.narrow(this.storedValues.get(attribute));
  }

  /** What the record will hold: what is given, else what is stored. */
  value<T>(attribute: Attribute<T>): T | null | undefined {
    return this.gives(attribute) ? this.given(attribute) : this.stored(attribute);
  }

  /** The texts that a translated attribute will hold: the given locales over the stored ones. */
  translations(attribute: Attribute<Translations>): Translations {
    return { ...this.stored(attribute), ...this.given(attribute) };
  }

  /** Whether the write gives the attribute another value than the stored one. */
  changes<T>(attribute: Attribute<T>): boolean {
    if (!this.gives(attribute)) return false;
    return JSON.stringify(this.given(attribute) ?? null) !== JSON.stringify(this.stored(attribute) ?? null);
  }

  /** Whether the write gives just what the database holds. */
  repeats(attribute: Attribute<unknown>): boolean {
    return this.storedValues.has(attribute) && this.gives(attribute) && !this.changes(attribute);
  }

  /** The elements of a list inside the body; undefined when it is absent. */
  list(body: NestedBody): readonly Element[] | undefined {
    return this.elements.get(body);
  }

  /** An object inside the body; undefined when it is absent. */
  one(body: NestedBody): Element | undefined {
    return this.elements.get(body)?.[0];
  }

  /** Every object inside the body. */
  nested(): Element[] {
    return [...this.elements.values()].flat();
  }

  /** The same write over what another record holds. */
  over(stored: ReadonlyMap<Attribute<unknown>, unknown>): Draft {
    return new Draft(this.resource, this.givenValues, stored, this.elements);
  }

  /** The same write over what another draft has stored. */
  onto(record: Draft): Draft {
    return this.over(record.storedValues);
  }

  /** The same write without what it says of some attributes. */
  without(attributes: ReadonlySet<Attribute<unknown>>): Draft {
    const given = [...this.givenValues].filter(([attribute]) => !attributes.has(attribute));
    return new Draft(this.resource, new Map(given), this.creating ? undefined : this.storedValues, this.elements);
  }

  /** The attributes that the write gives, with their values. */
  entries(): Iterable<readonly [Attribute<unknown>, unknown]> {
    return this.givenValues.entries();
  }
}
