import { ValidationErrors } from "../../errors.ts";
import { integerKey } from "../../key.ts";
import type { NestedBody } from "../../nested.ts";
import { type Resource, writtenRelations } from "../../resource.ts";
import { isObject } from "../../values/structure.ts";
import { isBlankText } from "../../values/text.ts";
import { aroundAttributes } from "./body-bounds.ts";
import { Draft, type DraftOptions, type Element } from "./draft.ts";

/** The most elements of any list inside a body (conventions.md, Bounds). */
const mostElements = 200;

interface Reading {
  readonly defaultLocale: string;
  readonly around?: number | undefined;
  /** Of the body around. */
  readonly errors: ValidationErrors;
  /** Reads one element, as the body around is read. */
  readonly read: (
    resource: Resource,
    element: Record<string, unknown>,
    options: DraftOptions,
    errors: ValidationErrors,
  ) => Draft;
}

/**
 * Reads a list or an object inside a body; problems stand under its name, those of a list with the number of the element.
 * @returns undefined for what is absent, or of another shape
 */
export function readNested(
  body: NestedBody,
  name: string,
  input: unknown,
  reading: Reading,
): readonly Element[] | undefined {
  return body.form === "one" ? readOne(body, name, input, reading) : readList(body, name, input, reading);
}

/** What is wrong with a nested body that is not there. */
export const blank = (body: NestedBody): string =>
  body.form === "list" ? "can't be blank" : `can't be blank: it has ${namesIn(body)}`;

function namesIn({ of, nested = {} }: NestedBody): string {
  const references = writtenRelations(of).map((written) => written.name);
  const names = [...Object.keys(of.attributes), ...references, ...Object.keys(nested)];
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function readOne(body: NestedBody, name: string, input: unknown, reading: Reading): readonly Element[] | undefined {
  const { errors } = reading;
  if (!isGiven(input) || (isObject(input) && !Object.values(input).some(isGiven))) {
    const knowsAll = !isObject(input) || Object.keys(input).every((key) => Object.hasOwn(body.of.attributes, key));
    if (body.required && knowsAll) errors.add(name, blank(body));
    if (knowsAll) return undefined;
  }
  if (!isObject(input)) {
    errors.add(name, `must be an object with ${namesIn(body)}`);
    return undefined;
  }
  return [elementOf(body, input, { ...reading, errors: errors.within(name) })];
}

function readList(body: NestedBody, name: string, given: unknown, reading: Reading): readonly Element[] | undefined {
  const isText = body.text !== undefined && typeof given === "string";
  if (given === null || (isText && !isGiven(given))) return [];
  const input = isText ? [{ [String(body.text)]: given }] : given;
  // The operation says what is no echo, and not each attribute of it.
  const errors = body.echoed ? new ValidationErrors() : reading.errors;
  if (body.echoed && !Array.isArray(input)) return [noElement(body, errors.within(name))];
  if (Array.isArray(input) && input.length > mostElements) {
    errors.add(name, `has too many elements (maximum is ${mostElements})`);
    return undefined;
  }
  if (!Array.isArray(input) || input.length > body.atMost) {
    errors.add(name, `must be an array of at most ${body.atMost} objects`);
    return undefined;
  }
  if (input.length < body.atLeast) errors.add(name, `must have at least ${body.atLeast} of them`);
  return input.flatMap((element: unknown, index) => {
    const own = errors.within(name, index);
    if (isObject(element)) return [elementOf(body, element, { ...reading, errors: own })];
    const none = noElement(body, own);
    return body.echoed ? [none] : [];
  });
}

/** Something that is no object, where one belongs. */
function noElement({ of }: NestedBody, errors: ValidationErrors): Element {
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

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && !isBlankText(value);
