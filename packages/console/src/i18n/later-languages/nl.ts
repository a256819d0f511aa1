import type { CatalogueTree } from "@roost/messages/catalogue.ts";

export const trees = import.meta.glob<CatalogueTree>(
  ["../../../../messages/catalogues/nl/console/*/only/*.json", "../../../../messages/catalogues/nl/shared/*.json"],
  { eager: true, import: "default" },
);
