import type { CatalogueTree } from "@roost/messages/catalogue.ts";

export const trees = import.meta.glob<CatalogueTree>(
  ["../../../../messages/catalogues/es/console/*/only/*.json", "../../../../messages/catalogues/es/shared/*.json"],
  { eager: true, import: "default" },
);
