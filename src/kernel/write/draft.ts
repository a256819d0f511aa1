import type { Attribute } from "../attribute.ts";
import type { Resource } from "../resource.ts";
import type { Translations } from "../values/structure.ts";

/**
 * What a write says about a record, checked attribute by attribute, over what the database holds already. Attributes are asked for
 * by their declaration: `draft.value(booking.attributes.start_at)`.
 */
export class Draft {
  readonly resource: Resource;
  readonly creating: boolean;
  private readonly givenValues: ReadonlyMap<Attribute<unknown>, unknown>;
  private readonly storedValues: ReadonlyMap<Attribute<unknown>, unknown>;
  private readonly extras: ReadonlyMap<string, unknown>;

  constructor(
    resource: Resource,
    given: ReadonlyMap<Attribute<unknown>, unknown>,
    stored: ReadonlyMap<Attribute<unknown>, unknown> | undefined,
    extras: ReadonlyMap<string, unknown> = new Map(),
  ) {
    this.resource = resource;
    this.creating = stored === undefined;
    this.givenValues = given;
    this.storedValues = stored ?? new Map();
    this.extras = extras;
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

  /** A part of the element that the verb reads itself (nested comments, fees); undefined when it is absent. */
  extra(name: string): unknown {
    return this.extras.get(name);
  }

  /** The attributes that the write gives, with their values. */
  entries(): Iterable<readonly [Attribute<unknown>, unknown]> {
    return this.givenValues.entries();
  }
}
