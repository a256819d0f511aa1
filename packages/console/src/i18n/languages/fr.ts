import type { CatalogueTree } from "@roost/messages/catalogue.ts";

export const trees = import.meta.glob<CatalogueTree>(
  ["../../../../messages/catalogues/fr/console/**/*.json", "!../../../../messages/catalogues/fr/console/*/only/*.json"],
  { eager: true, import: "default" },
);
