import type { Attribute } from "../../attribute.ts";
import { badRequest, ValidationErrors } from "../../errors.ts";
import type { JsonBody } from "../../request-body.ts";
import { isObject } from "../../values/structure.ts";
import type { WriteContext } from "../context.ts";
import { type BodyRecord, refuseSmallFractions } from "./amounts.ts";
import { elementOf } from "./body.ts";
import { refuseFarDates } from "./date-bounds.ts";
import type { Draft } from "./draft.ts";
import { readDraft } from "./read-draft.ts";
import { checkReferences } from "./references.ts";

/** Checks attributes against each other and the database; adds every problem to `errors`. */
export type Check = (draft: Draft, errors: ValidationErrors, context: WriteContext) => void | Promise<void>;

/** A parsed body, and its problems so far. */
export interface ReadBody {
  readonly draft: Draft;
  readonly errors: ValidationErrors;
}

/**
 * Reads a write's body, including nested objects, and collects every problem.
 * @param of the record that it changes, or the parent of the one that it creates
 * @param stored the stored values, for an update
 * @throws RequestError 400 for a wrong root, 422 for too many names
 */
export async function readBody(
  context: WriteContext,
  body: JsonBody,
  input: unknown,
  of: BodyRecord | undefined,
  stored?: ReadonlyMap<Attribute<unknown>, unknown>,
): Promise<ReadBody> {
  const errors = new ValidationErrors();
  const element = body.flat ? flatElement(body, input) : elementOf(body.of, input);
  const draft = readDraft(
    body.of,
    element,
    {
      defaultLocale: context.account.defaultLocale,
      nested: { ...body.nested, ...body.echoes },
      stored: body.writing === "update" ? (stored ?? new Map()) : undefined,
      refusesFixed: body.refusesFixed,
    },
    errors,
  );
  refuseFarDates(draft, errors, context.now);
  await refuseSmallFractions(context, draft, errors, of);
  await checkAllReferences(context, draft, errors);
  return { draft, errors };
}

/** Checks the references of the body and of every nested object, one by one on the transaction's connection. */
async function checkAllReferences(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<void> {
  await checkReferences(context, draft, errors);
  for (const element of draft.nested()) await checkAllReferences(context, element.draft, element.errors);
}

/** Reads a body without a root, which must have its required list instead. @throws RequestError 400 */
function flatElement({ of, nested }: JsonBody, input: unknown): Record<string, unknown> {
  const required = Object.keys(nested).find((name) => nested[name]?.required);
  if (!isObject(input) || (required && !hasElements(input[required]))) {
    const members = [
      ...Object.keys(of.attributes).map((name) => `"${name}": …`),
      ...(required ? [`"${required}": [ { … } ]`] : []),
    ];
    throw badRequest(`The body must be { ${members.join(", ")} }${required ? " with at least one element" : ""}.`);
  }
  return input;
}

const hasElements = (value: unknown): boolean => Array.isArray(value) && value.length > 0;
