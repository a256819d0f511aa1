import type { Operation, Route } from "../../../kernel/route.ts";
import { rental } from "../../property/rentals/rental.ts";
import { searchRentals } from "./search-rentals.ts";
import { searchedPrices, searchParameters } from "./searched-rental.ts";

const search: Operation = {
  kind: "read",
  parameters: searchParameters,
  additional: searchedPrices,

  run: searchRentals,
};

export const searchRoutes: readonly Route[] = ["/rentals/search", "/rentals/:ids/search"].flatMap((path) =>
  (["GET", "POST"] as const).map((method) => ({
    method,
    path,
    scopes: rental.readScopes,
    resource: rental,
    operation: search,
    summary: "Search rentals. With dates, finds free rentals and prices the stay in each.",
  })),
);
