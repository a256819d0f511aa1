import type { Attribute } from "../../attribute.ts";
import type { ValidationErrors } from "../../errors.ts";
import { isLocale } from "../../locales.ts";
import type { Nested, NestedBody } from "../../nested.ts";
import { type Resource, writtenRelations } from "../../resource.ts";
import { isObject } from "../../values/structure.ts";
import { isBlankText } from "../../values/text.ts";
import { refuseManyNames, unboundedProblem } from "./body-bounds.ts";
import { Draft, type DraftOptions, type Element } from "./draft.ts";
import { blank, readNested } from "./read-nested.ts";

/** The meaning of a name in an element. */
type Meaning =
  | { readonly kind: "attribute"; readonly attribute: Attribute<unknown>; readonly locale?: string }
  | { readonly kind: "nested"; readonly body: NestedBody }
  /** Can only be set on creation. */
  | { readonly kind: "fixed"; readonly attribute: Attribute<unknown> }
  | { readonly kind: "ignored" }
  | { readonly kind: "unknown" };

/**
 * Reads a write's element into a draft and collects every problem in `errors`. Invalid attributes are left out of the draft. Read-only
 * names are ignored, because clients echo whole records back; unknown names are problems (conventions.md, Writing).
 */
export function readDraft(
  resource: Resource,
  element: Record<string, unknown>,
  options: DraftOptions,
  errors: ValidationErrors,
): Draft {
  refuseManyNames(element);
  const creating = options.stored === undefined;
  const values = new Map<Attribute<unknown>, unknown>();
  const texts = new Map<Attribute<unknown>, Record<string, unknown>>();
  const elements = new Map<NestedBody, readonly Element[]>();
  const written = new Map(
    writtenRelations(resource).flatMap(({ name, relation }) =>
      relation.written ? [[name, relation.written.attribute] as const] : [],
    ),
  );

  const meanings = Object.entries(element).map(
    ([name, input]) => [name, input, meaningOf(resource, written, options, name, creating)] as const,
  );
  for (const [name, , { kind }] of meanings)
    if (kind === "unknown") errors.addUnknown(name, resource.otherNames ?? `is not an attribute of ${resource.name}`);
  const readAttribute = (attribute: Attribute<unknown>, locale: string | undefined, name: string, input: unknown) => {
    const unbounded = unboundedProblem(input, options.around);
    if (unbounded !== undefined) return errors.add(name, unbounded);
    if (!attribute.translated) return accept(attribute, name, input, values, errors);
    const isByLocale = isObject(input) && locale === undefined;
    const additions = isByLocale ? input : { [locale ?? options.defaultLocale]: input };
    texts.set(attribute, { ...texts.get(attribute), ...additions });
  };
  for (const [name, input, meaning] of meanings) {
    if (meaning.kind === "nested") {
      const read = readNested(meaning.body, name, input, { ...options, errors, read: readDraft });
      if (read) elements.set(meaning.body, read);
    } else if (meaning.kind === "attribute") readAttribute(meaning.attribute, meaning.locale, name, input);
    else if (meaning.kind === "fixed") refuseChange(meaning.attribute, name, input, options, errors);
  }
  for (const [attribute, additions] of texts) accept(attribute, nameOf(resource, attribute), additions, values, errors);

  const draft = new Draft(resource, values, options.stored, elements);
  requirePresence(resource, draft, options.defaultLocale, errors);
  if (creating) {
    requireRelations(resource, draft, errors);
    requireNested(options.nested ?? {}, draft, errors);
  }
  return draft;
}

function requireRelations(resource: Resource, draft: Draft, errors: ValidationErrors): void {
  for (const { name, relation } of writtenRelations(resource)) {
    const attribute = relation.written?.attribute;
    if (attribute?.traits.required && !draft.sets(attribute) && !errors.has(name)) errors.add(name, "can't be blank");
  }
}

function requireNested(nested: Nested, draft: Draft, errors: ValidationErrors): void {
  for (const [name, body] of Object.entries(nested))
    if (body.required && draft.list(body) === undefined && !errors.has(name)) errors.add(name, blank(body));
}

function meaningOf(
  resource: Resource,
  written: ReadonlyMap<string, Attribute<unknown>>,
  options: DraftOptions,
  name: string,
  creating: boolean,
): Meaning {
  const body = own(options.nested ?? {}, name);
  if (body) return { kind: "nested", body };
  const attribute = own(resource.attributes, name) ?? written.get(name);
  if (attribute) {
    if (!attribute.traits.writable) return { kind: "ignored" };
    if (creating || !attribute.traits.onlyOnCreation) return { kind: "attribute", attribute };
    return options.refusesFixed ? { kind: "fixed", attribute } : { kind: "ignored" };
  }
  const localized = /^(.+?)_([a-z]{2}(?:-[A-Z]{2})?)$/.exec(name);
  if (localized?.[1] && localized[2] && isLocale(localized[2])) {
    const translated = own(resource.attributes, localized[1]);
    if (translated?.translated) {
      return translated.traits.writable
        ? { kind: "attribute", attribute: translated, locale: localized[2] }
        : { kind: "ignored" };
    }
  }
  if (
    name === "links" ||
    own(options.alsoShown ?? {}, name) ||
    own(resource.relations, name) ||
    own(resource.relations, name.replace(/_ids?$/, ""))
  ) {
    return { kind: "ignored" };
  }
  return { kind: "unknown" };
}

function accept(
  attribute: Attribute<unknown>,
  name: string,
  input: unknown,
  values: Map<Attribute<unknown>, unknown>,
  errors: ValidationErrors,
): void {
  if (input === null || isBlankText(input)) {
    if (attribute.traits.blankIsAbsent) return;
    if (attribute.traits.required) errors.add(name, "can't be blank");
    else if (attribute.traits.never === "null") errors.add(name, "can't be null");
    else values.set(attribute, null);
    return;
  }
  const accepted = attribute.type.accept(input);
  if ("problem" in accepted) errors.add(name, accepted.problem);
  else values.set(attribute, accepted.value);
}

/** Accepts an echo of the stored value, and null: the caller may not see the stored value. */
function refuseChange(
  attribute: Attribute<unknown>,
  name: string,
  input: unknown,
  { stored }: DraftOptions,
  errors: ValidationErrors,
): void {
  if (input === null || isBlankText(input) || !stored?.has(attribute)) return;
  const accepted = attribute.type.accept(input);
  const isEcho = "value" in accepted && JSON.stringify(accepted.value) === JSON.stringify(stored.get(attribute));
  if (!isEcho) errors.add(name, "can't be changed after creation");
}

/** Requires attributes to be present and not blank; translated ones in the default locale. */
function requirePresence(resource: Resource, draft: Draft, defaultLocale: string, errors: ValidationErrors): void {
  for (const [name, attribute] of Object.entries(resource.attributes)) {
    if (!attribute.traits.required || errors.has(name)) continue;
    if (!draft.creating && !draft.sets(attribute)) continue;
    const value = draft.value(attribute);
    const text =
      attribute.translated && isObject(value)
        ? { ...asObject(draft.stored(attribute)), ...value }[defaultLocale]
        : value;
    if (text === undefined || text === null || isBlankText(text)) {
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
