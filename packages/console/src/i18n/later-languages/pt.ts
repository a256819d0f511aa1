import type { CatalogueTree } from "@roost/messages/catalogue.ts";

export const trees = import.meta.glob<CatalogueTree>(
  ["../../../../messages/catalogues/pt/console/*/only/*.json", "../../../../messages/catalogues/pt/shared/*.json"],
  { eager: true, import: "default" },
);
