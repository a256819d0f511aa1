import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Catalogue, type CatalogueTree, catalogueOf } from "./catalogue.ts";
import type { Language } from "./languages.ts";

export const catalogues = join(import.meta.dirname, "../catalogues");

/** A folder of a language's catalogue. */
export type CataloguePart = "console" | "mails" | "pages" | "shared";

/** Reads parts of a language's catalogue. Synchronous: the service reads each part once, on first use. */
export function readCatalogue(language: Language, parts: readonly CataloguePart[]): Catalogue {
  const folders = parts.map((part) => join(catalogues, language, part));
  return catalogueOf(folders.flatMap((folder) => filesIn(folder)));
}

function filesIn(folder: string): CatalogueTree[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry): CatalogueTree => JSON.parse(readFileSync(join(entry.parentPath, entry.name), "utf8")));
}
