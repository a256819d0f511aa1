import { invalid, RequestError } from "../../../../kernel/errors.ts";
import { type Find, type LearnedNames, sourcesByName } from "../find-referenced.ts";
import { type ImportContext, operationAt, perform } from "../import-context.ts";
import { storingRoutes } from "../operations.ts";

/** The source of a line: found by its name or created. @throws RequestError 422 by the name of the line's column */
export type SourceOf = (name: string) => Promise<number>;

/** Finds sources by name, ignoring case, and creates missing ones once: a new account has none of the former system's. */
export function sourcesOf(context: ImportContext): LearnedNames<SourceOf> {
  const create = operationAt(storingRoutes, "POST", "/sources");
  const known = new Map<string, ReturnType<Find>>();
  const made = new Map<string, Promise<number>>();
  return {
    async learn(names) {
      const unknown = names.filter((name) => !known.has(name));
      if (unknown.length === 0) return;
      const find = await sourcesByName(context.write, unknown);
      for (const name of unknown) known.set(name, find(name));
    },
    async find(name) {
      const id = known.get(name);
      if (id === "several") throw invalid({ source: ["is the name of several sources: use source_id"] });
      if (id !== undefined) return id;
      const key = name.toLowerCase();
      const making = made.get(key) ?? perform(context, create, {}, { sources: [{ name }] });
      made.set(key, making);
      return making.catch((error: unknown) => {
        if (!(error instanceof RequestError) || !error.messages) throw error;
        throw invalid({ source: Object.values(error.messages).flat() });
      });
    },
  };
}
