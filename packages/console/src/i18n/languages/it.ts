import type { CatalogueTree } from "@roost/messages/catalogue.ts";

export const trees = import.meta.glob<CatalogueTree>("../../../../messages/catalogues/it/console/**/*.json", {
  eager: true,
  import: "default",
});
