import Type from "typebox";
import { float } from "../../../kernel/attribute.ts";
import type { Resource } from "../../../kernel/resource.ts";
import type { DocumentedParameters } from "../../../kernel/route.ts";
import { priceMembers } from "../../pricing/rates/quote/quote-schema.ts";
import { rental } from "../../property/rentals/rental.ts";
import { rentalSearch } from "../../property/rentals/rental-search.ts";
import { stayParameters } from "./search-parameters.ts";

/** The prices of a search: numbers, as the catalogue has them. */
export const searchedPrices = priceMembers(float);

const { min_price: _least, max_price: _most, ...filters } = rentalSearch;

/** A rental as a search reads it: the filters of its list but for those by price, and what a stay costs. */
export const searchedRental: Resource = {
  ...rental,
  attributes: { ...rental.attributes, ...searchedPrices },
  search: filters,
};

/** Every parameter of a search by its name. */
export const searchParameters: DocumentedParameters = {
  ...Object.fromEntries(
    Object.values(stayParameters).map(({ name, schema, description }) => [name, { schema, description }]),
  ),
  ...Object.fromEntries(
    Object.entries(filters).map(([name, { type, description }]) => [name, { schema: type.readSchema, description }]),
  ),
  fields: { schema: Type.String(), description: "Comma list of the attributes to answer." },
  include: { schema: Type.String(), description: "Comma list of relations to embed, two levels at most." },
  page: { schema: Type.Integer({ minimum: 1 }), description: "From 1." },
  per_page: { schema: Type.Integer({ minimum: 1, maximum: 100 }), description: "100 unless told; never more." },
};
