import Type, { type TSchema } from "typebox";
import { structure } from "../../../kernel/attribute.ts";
import { problem } from "../../../kernel/values/value-type.ts";

/** A list attribute that only imports write. `expression` is SQL for the list's JSON. */
export const importedList = (item: TSchema, expression: string) =>
  structure<readonly unknown[]>({
    title: "Array",
    schema: Type.Array(item),
    accept: () => problem("is set by imports and cannot be written"),
    isValue: (candidate): candidate is readonly unknown[] => Array.isArray(candidate),
  })
    .from(expression)
    .present();

/** SQL: the rows of `table` that belong to a row of `owner`, as an ordered JSON array with the columns `members`. */
export function rowsOf(table: string, owner: string, foreignKey: string, members: readonly string[]): string {
  const object = members.map((column) => `'${column}', ${table}.${column}`).join(", ");
  return (
    `(select coalesce(json_agg(json_build_object(${object}) order by ${table}.position), '[]') from ${table}` +
    ` where ${table}.account_id = :account_of(${owner}) and ${table}.${foreignKey} = ${owner}.id)`
  );
}

/** JSON Schema of an amount. */
export const cents = (description: string) => Type.Integer({ description: `${description} In minor units.` });
