import type { CatalogueTree } from "@roost/messages/catalogue.ts";

export const trees = import.meta.glob<CatalogueTree>(
  ["../../../../messages/catalogues/fr/console/*/only/*.json", "../../../../messages/catalogues/fr/shared/*.json"],
  { eager: true, import: "default" },
);
