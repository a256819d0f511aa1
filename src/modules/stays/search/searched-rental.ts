import Type from "typebox";
import { float } from "../../../kernel/attribute.ts";
import type { Resource } from "../../../kernel/resource.ts";
import type { DocumentedParameters } from "../../../kernel/route.ts";
import { priceMembers } from "../../pricing/rates/quote/quote-schema.ts";
import { rental } from "../../property/rentals/rental.ts";
import { rentalSearch } from "../../property/rentals/rental-search.ts";
import { stayParameters } from "./search-parameters.ts";

/** A search's prices, as numbers like in the catalogue. */
export const searchedPrices = priceMembers(float);

const { min_price: _minPrice, max_price: _maxPrice, ...filters } = rentalSearch;

/** A rental in a search: the list's filters except prices, plus the stay's prices. */
export const searchedRental: Resource = {
  ...rental,
  attributes: { ...rental.attributes, ...searchedPrices },
  search: filters,
};

/** All search parameters by name. */
export const searchParameters: DocumentedParameters = {
  ...Object.fromEntries(
    Object.values(stayParameters).map(({ name, schema, description }) => [name, { schema, description }]),
  ),
  ...Object.fromEntries(
    Object.entries(filters).map(([name, { type, description }]) => [name, { schema: type.readSchema, description }]),
  ),
  fields: { schema: Type.String(), description: "Comma-separated attributes to return." },
  include: { schema: Type.String(), description: "Comma-separated relations to embed, at most two levels." },
  page: { schema: Type.Integer({ minimum: 1 }), description: "The page number, from 1." },
  per_page: {
    schema: Type.Integer({ minimum: 1, maximum: 100 }),
    description: "Records per page. Defaults to the maximum, 100.",
  },
};
