import type { CatalogueTree } from "@roost/messages/catalogue.ts";

export const trees = import.meta.glob<CatalogueTree>(
  ["../../../../messages/catalogues/it/console/**/*.json", "!../../../../messages/catalogues/it/console/*/only/*.json"],
  { eager: true, import: "default" },
);
