import type { Attribute } from "../attribute.ts";
import { isLocale } from "../locales.ts";
import type { ValidationErrors } from "../errors.ts";
import { type Resource, writtenRelations } from "../resource.ts";
import { isObject } from "../values/structure.ts";
import { Draft } from "./draft.ts";

export interface DraftOptions {
  /** The locale that a plain string sets in a translated attribute. */
  readonly defaultLocale: string;
  /** Parts of the element that the verb reads itself. */
  readonly extras?: readonly string[];
  /** What the database holds, for an update. */
  readonly stored?: ReadonlyMap<Attribute<unknown>, unknown> | undefined;
}

/** The most elements of a nested body (conventions.md, Bounds). */
const mostNested = 200;

/** What a name in an element stands for. */
type Meaning =
  | { readonly kind: "attribute"; readonly attribute: Attribute<unknown>; readonly locale?: string }
  | { readonly kind: "ignored" }
  | { readonly kind: "extra" }
  | { readonly kind: "unknown" };

/**
 * Reads an element of a write into a draft. Every attribute is checked, and every problem is collected in `errors`; what fails is
 * left out of the draft. Names that are only read are ignored, because clients echo whole records back; a name that the resource
 * does not know is a problem (conventions.md, Writing).
 */
export function readDraft(
  resource: Resource,
  element: Record<string, unknown>,
  options: DraftOptions,
  errors: ValidationErrors,
): Draft {
  const creating = options.stored === undefined;
  const given = new Map<Attribute<unknown>, unknown>();
  const texts = new Map<Attribute<unknown>, Record<string, unknown>>();
  const extras = new Map<string, unknown>();
  const written = new Map(
    writtenRelations(resource).flatMap(({ name, relation }) =>
      relation.written ? [[name, relation.written.attribute] as const] : [],
    ),
  );

  for (const [name, input] of Object.entries(element)) {
    const description = meaningOf(resource, written, options, name, creating);
    if (description.kind === "unknown") errors.add(name, `is not an attribute of ${resource.name}`);
    else if (description.kind === "extra") {
      if (Array.isArray(input) && input.length > mostNested) {
        errors.add(name, `has too many elements (maximum is ${mostNested})`);
      } else extras.set(name, input);
    } else if (description.kind === "attribute") {
      if (description.attribute.translated) {
        const whole = isObject(input) && description.locale === undefined;
        const additions = whole ? input : { [description.locale ?? options.defaultLocale]: input };
        texts.set(description.attribute, { ...texts.get(description.attribute), ...additions });
      } else accept(description.attribute, name, input, given, errors);
    }
  }
  for (const [attribute, additions] of texts) accept(attribute, nameOf(resource, attribute), additions, given, errors);

  const draft = new Draft(resource, given, options.stored, extras);
  requirePresence(resource, draft, options.defaultLocale, errors);
  for (const { name, relation } of writtenRelations(resource)) {
    const attribute = relation.written?.attribute;
    if (creating && attribute?.traits.required && !draft.gives(attribute) && !errors.has(name))
      errors.add(name, "can't be blank");
  }
  return draft;
}

function meaningOf(
  resource: Resource,
  written: ReadonlyMap<string, Attribute<unknown>>,
  options: DraftOptions,
  name: string,
  creating: boolean,
): Meaning {
  if (options.extras?.includes(name)) return { kind: "extra" };
  const attribute = own(resource.attributes, name);
  if (attribute) {
    const taken = attribute.traits.writable && (creating || !attribute.traits.onlyOnCreation);
    return taken ? { kind: "attribute", attribute } : { kind: "ignored" };
  }
  const reference = written.get(name);
  if (reference) return { kind: "attribute", attribute: reference };
  const localized = /^(.+?)_([a-z]{2}(?:-[A-Z]{2})?)$/.exec(name);
  if (localized?.[1] && localized[2] && isLocale(localized[2])) {
    const translated = own(resource.attributes, localized[1]);
    if (translated?.translated) {
      return translated.traits.writable
        ? { kind: "attribute", attribute: translated, locale: localized[2] }
        : { kind: "ignored" };
    }
  }
  if (name === "links" || own(resource.relations, name) || own(resource.relations, name.replace(/_ids?$/, ""))) {
    return { kind: "ignored" };
  }
  return { kind: "unknown" };
}

function accept(
  attribute: Attribute<unknown>,
  name: string,
  input: unknown,
  given: Map<Attribute<unknown>, unknown>,
  errors: ValidationErrors,
): void {
  if (isBlank(attribute, input)) {
    if (attribute.traits.blankIsAbsent) return;
    if (attribute.traits.required) errors.add(name, "can't be blank");
    else if (attribute.traits.never === "null") errors.add(name, "can't be null");
    else given.set(attribute, null);
    return;
  }
  const accepted = attribute.type.accept(input);
  if ("problem" in accepted) errors.add(name, accepted.problem);
  else given.set(attribute, accepted.value);
}

/** Null, or an empty text where that is no value itself: for enumerations too, which are texts. */
function isBlank({ type }: Attribute<unknown>, input: unknown): boolean {
  if (input !== "") return input === null;
  return (type.title !== "String" && type.title !== "Text") || "problem" in type.accept("");
}

/** Required attributes are there and not blank: in the default locale, for translated ones. */
function requirePresence(resource: Resource, draft: Draft, defaultLocale: string, errors: ValidationErrors): void {
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    if (!attribute.traits.required || errors.has(name)) continue;
    if (!draft.creating && !draft.gives(attribute)) continue;
    const value = draft.value(attribute);
    const text =
      attribute.translated && isObject(value)
        ? { ...asObject(draft.stored(attribute)), ...value }[defaultLocale]
        : value;
    if (text === undefined || text === null || (typeof text === "string" && text.trim() === "")) {
      errors.add(name, attribute.translated ? `can't be blank in ${defaultLocale}` : "can't be blank");
    }
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function nameOf(resource: Resource, attribute: Attribute<unknown>): string {
  return Object.entries(resource.attributes).find(([, candidate]) => candidate === attribute)?.[0] ?? "base";
}

function own<V>(record: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
