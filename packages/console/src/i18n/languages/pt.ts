import type { CatalogueTree } from "@roost/messages/catalogue.ts";

export const trees = import.meta.glob<CatalogueTree>("../../../../messages/catalogues/pt/console/**/*.json", {
  eager: true,
  import: "default",
});
