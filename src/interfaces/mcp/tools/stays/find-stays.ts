import { rentalSearch } from "../../../../modules/property/rentals/rental-search.ts";
import { sortings } from "../../../../modules/stays/search/search-parameters.ts";
import { invalidParams } from "../../rpc/rpc-error.ts";
import type { RulesById } from "../../words/stay-words.ts";
import type { Arguments } from "../arguments.ts";
import { cursorIn, cursorOf, cursorProperty } from "../cursor.ts";
import { answerOf } from "../output-schema.ts";
import { choiceIn, flagIn, rentalsIn, textIn } from "../plain-arguments.ts";
import { needRentals, readContextOf, type Shown } from "../records/records.ts";
import { priceIn, readRules, reasonsIn, search } from "../search.ts";
import type { Tool } from "../tool.ts";
import { stayAliases, stayIn, stayProperties } from "./stay-arguments.ts";

const defaultLimit = 10;
const maxLimit = 25;

const about = ["id", "name", "city", "country_code", "rental_type", "sleeps", "sleeps_max", "bedrooms_count"];
const fields = [...about, "currency", "initial_price", "final_price", "price_to_pay_now", "available", "refusals"];

const sorts = [...sortings, ...sortings.map((name) => `-${name}` as const)] as const;

const texts = ["city", "country_code", "rental_type", "amenities", "amenities_all"] as const;

/** `find_stays`: the API's search for a stay. */
export const findStaysTool: Tool = {
  name: "find_stays",
  title: "Find free rentals",
  description:
    "Finds free rentals for dates and guests, each with the price of the stay. When none is free, or with include_not_free, it also lists the others and why they cannot be booked. To explain a price, use quote_stay.",
  properties: {
    ...stayProperties,
    rental_ids: { type: "array", items: { type: "integer" }, description: "Defaults to all." },
    city: { type: "string", description: "Part of its name." },
    country_code: { type: "string", description: "Code or name." },
    rental_type: { type: "string", description: "Any of these: villa,apartment." },
    amenities: {
      type: "string",
      description: "At least one of these: pool,wifi.",
    },
    amenities_all: { type: "string", description: "All of these." },
    bedrooms_count: { type: "integer", minimum: 0, description: "At least." },
    min_price: { type: "integer", minimum: 0, description: "Of final_price." },
    max_price: { type: "integer", minimum: 0, description: "Of final_price." },
    sort: { type: "string", enum: sorts, description: "With - for descending." },
    include_not_free: {
      type: "boolean",
      default: false,
      description: "Adds rentals that cannot be booked.",
    },
    limit: { type: "integer", minimum: 1, default: defaultLimit, description: `At most ${maxLimit}.` },
    ...cursorProperty,
  },
  required: ["arrival", "departure"],
  answer: answerOf({ stay: "object", rentals: "list", meta: "object" }),
  aliases: stayAliases,
  isQuestion: true,
  async run(call) {
    const { args } = call;
    const context = readContextOf(call);
    const { stay, parameters } = stayIn(args);
    for (const [name, value] of filtersIn(args)) parameters.set(name, value);
    const ids = rentalsIn(args);
    if (ids) await needRentals(context, ids);
    const limit = Math.min(args.integer("limit", defaultLimit, 1), maxLimit);
    const [page = 1, widened = 0] = cursorIn(args, 2) ?? [];
    const query = new Map([
      ...parameters,
      ["fields", fields.join()],
      ["page", String(page)],
      ["per_page", String(limit)],
    ]);
    const wide = new Map([...query, ["include_not_available", "true"]]);
    let all = flagIn(args, "include_not_free") === true || widened === 1;
    let found = await search(context, all ? wide : query);
    if (found.total === 0 && !all) {
      all = true;
      found = await search(context, wide);
    }
    const rules = await readRules(context, found.records);
    const meta = {
      total_count: found.total,
      shows: all
        ? "all matching rentals, including those that cannot be booked"
        : "free rentals only. Set include_not_free to list the others",
      ...(page * limit < found.total ? { cursor: cursorOf(args, [page + 1, all ? 1 : 0]) } : {}),
    };
    const rentals = found.records.map((record) => rentalOf(record, rules));
    return { json: JSON.stringify({ stay, rentals, meta }), rows: rentals.length };
  },
};

/** The search filters among the arguments, under the search's own names. */
function filtersIn(args: Arguments): [string, string][] {
  const filters: [string, string][] = [];
  for (const name of texts) {
    const text = textIn(args, name);
    if (text === undefined) continue;
    const parameter = name === "amenities" ? "amenities_any" : name;
    // The search would name its own parameter.
    const accepted = rentalSearch[parameter].type.accept(text);
    if ("problem" in accepted) throw invalidParams(`Invalid params: ${name} ${accepted.problem}.`);
    filters.push([parameter, text]);
  }
  for (const name of ["bedrooms_count", "min_price", "max_price"]) {
    if (args.get(name) !== undefined) filters.push([name, String(args.integer(name, 0, 0))]);
  }
  const rentals = rentalsIn(args);
  if (rentals) filters.push(["rental_id", rentals.join()]);
  const sort = choiceIn(args, "sort", sorts);
  if (sort !== undefined)
    filters.push(["sort", sort.replace("-", "")], ["direction", sort.startsWith("-") ? "desc" : "asc"]);
  return filters;
}

function rentalOf(record: Shown, rules: RulesById): Shown {
  const isFree = record.available === true;
  return {
    ...Object.fromEntries(about.map((name) => [name, record[name] ?? null])),
    free: isFree,
    price: priceIn(record),
    ...(isFree ? {} : { not_free_because: reasonsIn(record, rules) }),
  };
}
