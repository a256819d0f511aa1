import type { CatalogueTree } from "@roost/messages/catalogue.ts";

export const trees = import.meta.glob<CatalogueTree>("../../../../messages/catalogues/de/console/**/*.json", {
  eager: true,
  import: "default",
});
