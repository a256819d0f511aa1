import type { CatalogueTree } from "@roost/messages/catalogue.ts";

export const trees = import.meta.glob<CatalogueTree>(
  ["../../../../messages/catalogues/de/console/**/*.json", "!../../../../messages/catalogues/de/console/*/only/*.json"],
  { eager: true, import: "default" },
);
