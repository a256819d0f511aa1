import type { CatalogueTree } from "@roost/messages/catalogue.ts";

export const trees = import.meta.glob<CatalogueTree>("../../../../messages/catalogues/es/console/**/*.json", {
  eager: true,
  import: "default",
});
