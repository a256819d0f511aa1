import { formatDay } from "../../../../core/day.ts";
import { formatHundredths } from "../../../../core/hundredths.ts";
import { type StoredRates, storedRates } from "../../imports/kinds/stored-rates.ts";
import { batchSize, type ExportScope, type Line, type LineSource, pages } from "./line-source.ts";

const columns = ["rental", "start_date", "end_date", "nightly_rate", "minimum_stay"];

/** The nightly rates that rentals with `nightly_rates_managed_externally` have from today on: an import writes no others. */
export async function rateLines({ snapshot: { database }, account, today }: ExportScope): Promise<LineSource> {
  const counted = await database.row<{ count: number }>(
    `select count(*) as count from rentals where account_id = $1 and deleted_at is null and nightly_rates_managed_externally`,
    [account],
  );
  const page = (after: number) =>
    database.rows<{ id: number }>(
      `select id from rentals where account_id = $1 and id > $2 and deleted_at is null and nightly_rates_managed_externally
       order by id limit $3`,
      [account, after, batchSize],
    );
  const batches = async function* () {
    for await (const rows of pages(page)) {
      const ids = rows.map(({ id }) => id);
      const maps = await storedRates({ transaction: database, account: { id: account } }, ids);
      yield { records: rows.length, lines: ids.flatMap((id) => linesOf(id, maps.get(id), today)) };
    }
  };
  return { kind: "rates", columns, records: counted?.count ?? 0, batches: batches() };
}

/** A line for each run of nights with the same rate and minimum stay. */
function linesOf(rental: number, map: StoredRates | undefined, today: number): Line[] {
  if (!map || map.start === null) return [];
  const { start, rates, minimumStays } = map;
  const lines: Line[] = [];
  for (let night = Math.max(today, start), end = night; night < start + rates.length; night = end) {
    const [rate = 0, stay] = [rates[night - start], minimumStays[night - start]];
    const isSame = (day: number): boolean => rates[day - start] === rate && minimumStays[day - start] === stay;
    while (end < start + rates.length && isSame(end)) end++;
    if (rate > 0)
      lines.push({
        rental: String(rental),
        start_date: formatDay(night),
        end_date: formatDay(end - 1),
        nightly_rate: formatHundredths(rate),
        ...(stay ? { minimum_stay: stay } : {}),
      });
  }
  return lines;
}
