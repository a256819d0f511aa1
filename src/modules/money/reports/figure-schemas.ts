import Type, { type TSchema } from "typebox";
import { structure } from "../../../kernel/attribute.ts";
import { problem } from "../../../kernel/values/value-type.ts";

/** Schemas of computed figures. */
export const amount = (description: string) => Type.String({ pattern: "^-?\\d+\\.\\d{1,2}$", description });
export const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);
export const count = (description: string) => Type.Integer({ description });

/** A computed list of rows. */
export const listOf = (row: TSchema) =>
  structure<readonly unknown[]>({
    title: "Array",
    schema: Type.Array(row),
    accept: () => problem("is computed"),
    isValue: (candidate): candidate is readonly unknown[] => Array.isArray(candidate),
  })
    .readOnly()
    .present();
