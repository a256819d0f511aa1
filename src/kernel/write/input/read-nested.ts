import { ValidationErrors } from "../../errors.ts";
import { integerKey } from "../../key.ts";
import type { NestedBody } from "../../nested.ts";
import { type Resource, writtenRelations } from "../../resource.ts";
import { isObject } from "../../values/structure.ts";
import { isBlankText } from "../../values/text.ts";
import { aroundAttributes } from "./body-bounds.ts";
import { Draft, type DraftOptions, type Element } from "./draft.ts";

/** The maximum length of any list inside a body (conventions.md, Bounds). */
const maxElements = 200;

interface Reading {
  readonly defaultLocale: string;
  readonly around?: number | undefined;
  /** The enclosing body's errors. */
  readonly errors: ValidationErrors;
  /** Reads one element like the enclosing body. */
  readonly read: (
    resource: Resource,
    element: Record<string, unknown>,
    options: DraftOptions,
    errors: ValidationErrors,
  ) => Draft;
}

/**
 * Reads a nested list or object. Its problems appear under its name, with the element's number in a list.
 * @returns undefined when it is absent or malformed
 */
export function readNested(
  body: NestedBody,
  name: string,
  input: unknown,
  reading: Reading,
): readonly Element[] | undefined {
  return body.form === "one" ? readOne(body, name, input, reading) : readList(body, name, input, reading);
}

/** The message for a missing nested body. */
export const blank = (body: NestedBody): string =>
  body.form === "list" ? "can't be blank" : `can't be blank. It takes ${namesIn(body)}`;

function namesIn({ of, nested = {} }: NestedBody): string {
  const references = writtenRelations(of).map((written) => written.name);
  const names = [...Object.keys(of.attributes), ...references, ...Object.keys(nested)];
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function readOne(body: NestedBody, name: string, input: unknown, reading: Reading): readonly Element[] | undefined {
  const { errors } = reading;
  if (!isPresent(input) || (isObject(input) && !Object.values(input).some(isPresent))) {
    const hasOnlyKnownNames =
      !isObject(input) || Object.keys(input).every((key) => Object.hasOwn(body.of.attributes, key));
    if (body.required && hasOnlyKnownNames) errors.add(name, blank(body));
    if (hasOnlyKnownNames) return undefined;
  }
  if (!isObject(input)) {
    errors.add(name, `must be an object with ${namesIn(body)}`);
    return undefined;
  }
  return [elementOf(body, input, { ...reading, errors: errors.within(name) })];
}

function readList(body: NestedBody, name: string, value: unknown, reading: Reading): readonly Element[] | undefined {
  const isText = body.text !== undefined && typeof value === "string";
  if (value === null || (isText && !isPresent(value))) return [];
  const input = isText ? [{ [String(body.text)]: value }] : value;
  // For an invalid echo, the operation reports one problem instead of one per attribute.
  const errors = body.echoed ? new ValidationErrors() : reading.errors;
  if (body.echoed && !Array.isArray(input)) return [invalidElement(body, errors.within(name))];
  if (Array.isArray(input) && input.length > maxElements) {
    errors.add(name, `has too many elements (maximum is ${maxElements})`);
    return undefined;
  }
  if (!Array.isArray(input) || input.length > body.atMost) {
    errors.add(name, `must be an array of at most ${body.atMost} objects`);
    return undefined;
  }
  if (input.length < body.atLeast) errors.add(name, `must have at least ${body.atLeast} elements`);
  return input.flatMap((element: unknown, index) => {
    const own = errors.within(name, index);
    if (isObject(element)) return [elementOf(body, element, { ...reading, errors: own })];
    const placeholder = invalidElement(body, own);
    return body.echoed ? [placeholder] : [];
  });
}

/** Replaces an element that is not an object. */
function invalidElement({ of }: NestedBody, errors: ValidationErrors): Element {
  errors.add("base", "must be an object");
  return { draft: new Draft(of, new Map(), new Map()), errors, id: undefined };
}

function elementOf(body: NestedBody, element: Record<string, unknown>, reading: Reading): Element {
  const { defaultLocale, errors, read, around = aroundAttributes } = reading;
  const draft = read(
    body.of,
    element,
    {
      defaultLocale,
      around: around + (body.form === "one" ? 1 : 2),
      ...(body.nested ? { nested: body.nested } : {}),
      ...(body.echoed ? { stored: new Map(), alsoShown: body.alsoShown } : {}),
    },
    errors,
  );
  const id = body.echoed ? integerKey.parse(String(element.id)) : undefined;
  return { draft, errors, id };
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && !isBlankText(value);
