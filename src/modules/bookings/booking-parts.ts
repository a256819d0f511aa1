import { ValidationErrors } from "../../kernel/errors.ts";
import type { Resource } from "../../kernel/resource.ts";
import { isObject } from "../../kernel/values/structure.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import type { Draft } from "../../kernel/write/draft.ts";
import { readDraft } from "../../kernel/write/read-draft.ts";
import { checkReferences } from "../../kernel/write/references.ts";
import { bookingComment } from "./booking-comment.ts";

/** The most comments, fees or taxes that one request brings. */
export const mostParts = 200;

/** An element of a list inside a body: its draft, and where its further problems go. */
export interface Part {
  readonly draft: Draft;
  readonly own: ValidationErrors;
}

/** A list inside a body, and what its elements are. */
interface PartsAsked<T> {
  readonly resource: Resource;
  /** Under which the list stands, and its problems: `{ "bookings_fees": ["element 1: price can't be blank"] }`. */
  readonly name: string;
  readonly input: unknown;
  readonly extras?: readonly string[];
  /** Makes of an element what the verb needs, and may find more problems with it. */
  readonly make: (part: Part) => T | Promise<T>;
}

/** Reads the elements of a list inside a body, each as a record of its own; all of them at once, their problems in their order. */
export async function readParts<T>(
  context: WriteContext,
  asked: PartsAsked<T>,
  errors: ValidationErrors,
): Promise<T[]> {
  const { resource, name, input, extras = [], make } = asked;
  if (input === undefined || input === null) return [];
  if (!Array.isArray(input) || input.length > mostParts) {
    errors.add(name, `must be an array of at most ${mostParts} objects`);
    return [];
  }
  const parts = await Promise.all(
    input.map(async (element: unknown) => {
      const own = new ValidationErrors();
      if (!isObject(element)) {
        own.add("base", "must be an object");
        return { own, made: [] };
      }
      const draft = readDraft(resource, element, { defaultLocale: context.account.defaultLocale, extras }, own);
      await checkReferences(context, draft, own);
      return { own, made: [await make({ draft, own })] };
    }),
  );
  for (const [index, { own }] of parts.entries()) tell(name, index, own, errors);
  return parts.flatMap(({ made }) => made);
}

/** Says under a list's name what is wrong with one of its elements, counted from 1. */
export function tell(name: string, index: number, own: ValidationErrors, errors: ValidationErrors): void {
  for (const [attribute, sentences] of Object.entries(own.byAttribute)) {
    for (const sentence of sentences) errors.add(name, `element ${index + 1}: ${attribute} ${sentence}`);
  }
}

/** Reads the comments of a new booking's body; `booking_comments`, as they are called where they are read, is as good a name. */
export function readComments(context: WriteContext, body: Draft, errors: ValidationErrors): Promise<Draft[]> {
  const input = body.extra("comments") ?? body.extra("booking_comments");
  if (body.extra("comments") !== undefined && body.extra("booking_comments") !== undefined)
    errors.add("booking_comments", "can't be given together with comments");
  const commentOfNewBooking = { ...bookingComment, relations: {} };
  const asked = { resource: commentOfNewBooking, name: "comments", input, make: ({ draft }: Part) => draft };
  return readParts(context, asked, errors);
}
