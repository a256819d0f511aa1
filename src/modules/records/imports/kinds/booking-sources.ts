import { invalid, RequestError } from "../../../../kernel/errors.ts";
import { sourcesByName } from "../find-referenced.ts";
import { type ImportContext, operationAt, perform } from "../import-context.ts";
import type { ReferencedLine } from "../import-records.ts";
import { storingRoutes } from "../operations.ts";

/** The source of a line: known by its name or made for it. @throws RequestError 422 by the name of the line's column */
export type SourceOf = (name: string) => Promise<number>;

/** Finds sources by name, ignoring case, and creates missing ones once: a new account has none of the former system's. */
export async function sourcesOf(context: ImportContext, lines: readonly ReferencedLine[]): Promise<SourceOf> {
  const names = lines.flatMap(({ values }) => (values.source === undefined ? [] : [String(values.source)]));
  const known = await sourcesByName(context.write, [...new Set(names)]);
  const create = operationAt(storingRoutes, "POST", "/sources");
  const made = new Map<string, Promise<number>>();
  return async (name) => {
    const id = known(name);
    if (id === "several") throw invalid({ source: ["is the name of several sources: use source_id"] });
    if (id !== undefined) return id;
    const key = name.toLowerCase();
    const making = made.get(key) ?? perform(context, create, {}, { sources: [{ name }] });
    made.set(key, making);
    return making.catch((error: unknown) => {
      if (!(error instanceof RequestError) || !error.messages) throw error;
      throw invalid({ source: Object.values(error.messages).flat() });
    });
  };
}
