import type { Transaction } from "../../../database/sql/transaction.ts";
import type { MoreLinks } from "../../../kernel/read/more-links.ts";
import { readRecords } from "../../../kernel/read/read.ts";
import type { ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import { type Members, membersOf, type Offer, withMembers } from "../../pricing/rates/quote/quote-members.ts";
import { rental } from "../../property/rentals/rental.ts";
import type { Exchanges } from "./exchanged-price.ts";
import { exchangedAttributes, exchangedMembers } from "./exchanged-rental.ts";
import type { Candidate } from "./find-candidates.ts";
import type { SearchRequest } from "./search-request.ts";
import { searchedPrices } from "./searched-rental.ts";

/** Quotes the stay in a candidate on demand; undefined without dates. */
export type Offers = (candidate: Candidate) => Offer | undefined;

/** A search's additions to a page's records. */
export interface Shown {
  readonly candidates: readonly Candidate[];
  readonly offers: Offers;
  /** Set if the search requests a currency. */
  readonly exchanges: Exchanges | undefined;
}

/** Returns a page's records as JSON: as in any read, plus the search's prices. */
export async function recordsOf(
  scope: ReadScope<Transaction>,
  { query, currency }: SearchRequest,
  { candidates, offers, exchanges }: Shown,
  moreLinks: MoreLinks,
): Promise<string[]> {
  const ids = candidates.map(({ id }) => id);
  const fields = fieldsOf(query.fields, exchanges ? withExchange : computed);
  const { includes } = query;
  const records = await readRecords(scope, rental, ids, { fields, includes, moreLinks });
  const exchanged =
    exchanges && currency !== undefined
      ? await exchangedMembers(scope.database, scope.caller.accounts, ids, exchanges, currency)
      : new Map<number, Members>();
  return candidates.map((candidate, index) => {
    const record = records[index];
    if (record === undefined) throw new Error(`Rental ${candidate.id} was found but could not be read.`);
    const members = new Map([...(exchanged.get(candidate.id) ?? []), ...membersOf(offers(candidate))]);
    return withMembers(record, members, query.fields);
  });
}

const computed: ReadonlySet<string> = new Set(["initial_price", "final_price", ...Object.keys(searchedPrices)]);
const withExchange: ReadonlySet<string> = new Set([...computed, ...exchangedAttributes]);
const everything: readonly string[] = ["links", ...Object.keys(rental.attributes)];

/** Returns the fields to read: all or the requested ones, except computed ones. */
function fieldsOf(fields: SearchRequest["query"]["fields"], excluded: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...(fields ?? everything)].filter((name) => !excluded.has(name)));
}
