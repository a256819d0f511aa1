import type { CatalogueTree } from "@roost/messages/catalogue.ts";

export const trees = import.meta.glob<CatalogueTree>(
  ["../../../../messages/catalogues/nl/console/**/*.json", "!../../../../messages/catalogues/nl/console/*/only/*.json"],
  { eager: true, import: "default" },
);
