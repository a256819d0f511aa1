import type { CatalogueTree } from "@roost/messages/catalogue.ts";

export const trees = import.meta.glob<CatalogueTree>(
  ["../../../../messages/catalogues/it/console/*/only/*.json", "../../../../messages/catalogues/it/shared/*.json"],
  { eager: true, import: "default" },
);
