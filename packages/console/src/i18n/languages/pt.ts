import type { CatalogueTree } from "@roost/messages/catalogue.ts";

export const trees = import.meta.glob<CatalogueTree>(
  ["../../../../messages/catalogues/pt/console/**/*.json", "!../../../../messages/catalogues/pt/console/*/only/*.json"],
  { eager: true, import: "default" },
);
