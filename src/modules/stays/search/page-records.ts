import type { Transaction } from "../../../database/sql/transaction.ts";
import type { MoreLinks } from "../../../kernel/read/more-links.ts";
import { readRecords } from "../../../kernel/read/read.ts";
import type { ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import { type Members, membersOf, type Offer, withMembers } from "../../pricing/rates/quote/quote-members.ts";
import { rental } from "../../property/rentals/rental.ts";
import type { AskedSearch } from "./asked-search.ts";
import type { Exchanges } from "./exchanged-price.ts";
import { exchangedAttributes, exchangedMembers } from "./exchanged-rental.ts";
import type { Candidate } from "./find-candidates.ts";
import { searchedPrices } from "./searched-rental.ts";

/** What the stay costs in a candidate, quoted when it is asked for; undefined without dates. */
export type Offers = (candidate: Candidate) => Offer | undefined;

/** What the records of a page show beside what any read shows. */
export interface Shown {
  readonly candidates: readonly Candidate[];
  readonly offers: Offers;
  /** Set where the search asks for amounts in one currency. */
  readonly exchanges: Exchanges | undefined;
}

/** The records of a page, as any read shows them, with what the search adds instead of what a read cannot know. */
export async function recordsOf(
  scope: ReadScope<Transaction>,
  { query, currency }: AskedSearch,
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
    if (record === undefined) throw new Error(`The rental ${candidate.id} was found and could not be read.`);
    const members = new Map([...(exchanged.get(candidate.id) ?? []), ...membersOf(offers(candidate))]);
    return withMembers(record, members, query.fields);
  });
}

const computed: ReadonlySet<string> = new Set(["initial_price", "final_price", ...Object.keys(searchedPrices)]);
const withExchange: ReadonlySet<string> = new Set([...computed, ...exchangedAttributes]);
const everything: readonly string[] = ["links", ...Object.keys(rental.attributes)];

/** What of a record is read as it is: everything, or what was asked for, but for what is computed here. */
function fieldsOf(fields: AskedSearch["query"]["fields"], but: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...(fields ?? everything)].filter((name) => !but.has(name)));
}
