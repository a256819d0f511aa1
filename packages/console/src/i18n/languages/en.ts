import type { CatalogueTree } from "@roost/messages/catalogue.ts";

export const trees = import.meta.glob<CatalogueTree>(
  ["../../../../messages/catalogues/en/console/**/*.json", "!../../../../messages/catalogues/en/console/*/only/*.json"],
  { eager: true, import: "default" },
);
