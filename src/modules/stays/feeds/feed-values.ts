import Type, { type TSchema } from "typebox";
import { structure } from "../../../kernel/attribute.ts";
import { areTexts } from "../../../kernel/values/structure.ts";
import { problem } from "../../../kernel/values/value-type.ts";

/** Maximum conflicts, and unreadable events, that a feed shows. */
export const maxShown = 100;

/** Maximum nights that a conflict lists. */
export const maxNights = 100;

const date = Type.String({ format: "date" });

export const conflictSchema = Type.Object({
  uid: Type.String(),
  start: date,
  end: date,
  nights: Type.Array(date),
  booking_id: Type.Integer(),
  reason: Type.String(),
});

export const unreadableSchema = Type.Object({ uid: Type.String(), reason: Type.String() });

const isList = (candidate: unknown): candidate is readonly unknown[] => Array.isArray(candidate);

/** A read-only list in a feed's report. */
export const reported = (item: TSchema) =>
  structure<readonly unknown[]>({
    title: "Array",
    schema: Type.Array(item),
    accept: () => problem("is read-only"),
    isValue: isList,
  });

/** Maximum ignored texts, and characters of one. */
const [maxTexts, maxTextLength] = [50, 100];

/** Texts of summaries to leave out, trimmed and without duplicates. */
export const ignoredSummaries = () =>
  structure<readonly string[]>({
    title: "Array",
    schema: Type.Array(Type.String({ minLength: 1, maxLength: maxTextLength }), { maxItems: maxTexts }),
    accept(input) {
      if (!areTexts(input)) return problem("must be an array of strings");
      const texts = [...new Set(input.map((text) => text.trim()))];
      if (texts.includes("")) return problem("must not contain a blank text, which every summary contains");
      if (texts.some((text) => text.length > maxTextLength))
        return problem(`has a text that is too long (maximum is ${maxTextLength} characters)`);
      if (texts.length > maxTexts) return problem(`has too many texts (maximum is ${maxTexts})`);
      return { value: texts };
    },
    isValue: areTexts,
  });
