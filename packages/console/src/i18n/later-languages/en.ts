import type { CatalogueTree } from "@roost/messages/catalogue.ts";

export const trees = import.meta.glob<CatalogueTree>(
  ["../../../../messages/catalogues/en/console/*/only/*.json", "../../../../messages/catalogues/en/shared/*.json"],
  { eager: true, import: "default" },
);
