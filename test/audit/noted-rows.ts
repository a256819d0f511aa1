import { ownerOf, spreadTable } from "../harness/own-objects.ts";
import type { TestService } from "../harness/service.ts";

/** What one transaction has done to one record, as the triggers have told it. */
export interface Deed {
  readonly resource: string;
  readonly recordId: string;
  /** In the order in which the record's deeds were committed. */
  readonly place: number;
  /** How many published changes it makes. */
  readonly changes: number;
}

/** Notes every row of the outbox in a table of the test's own, in the same transaction: what publishing takes out is known all the same. */
export async function noteOutbox(service: TestService): Promise<void> {
  await service.sql("create table noted_rows as select * from change_outbox with no data");
  await service.sql("grant insert on noted_rows to roost_app");
  await spreadTable(await ownerOf(service), "noted_rows");
  await service.sql(`create function note_row() returns trigger language plpgsql as $$
    begin
      insert into noted_rows values (new.*);
      return null;
    end $$`);
  await service.sql("create trigger noted after insert on change_outbox for each row execute function note_row()");
}

/**
 * What was committed, put together anew: for each record the deeds of transactions, in order. What comes to nothing makes no change, and what was
 * made and ended at once makes two; what ended and came back did neither. Not of dates that follow from other changes (`rates.changed`).
 */
export async function committedDeeds(service: TestService, account: number): Promise<Deed[]> {
  const rows = await service.sql(
    `select id::float8, resource, record_id, operation, changes, transaction_id::text as transaction from noted_rows
     where account_id = $1 and operation <> 'changed' order by id`,
    [account],
  );
  const groups = Map.groupBy(rows, ({ resource, record_id, transaction }) =>
    [resource, record_id, transaction].join(" "),
  );
  return [...groups.values()].flatMap((group): Deed[] => {
    const [first] = group;
    const endings = group.map(({ operation }) => operation).filter((one) => one === "ended" || one === "restored");
    const isNew = group.some(({ operation }) => operation === "created");
    const ends = isNew ? endings.at(-1) === "ended" : endings.length > 0 && endings.at(0) === endings.at(-1);
    const changes = isNew && ends ? 2 : isNew || ends || hasEffect(group) ? 1 : 0;
    if (!first || changes === 0) return [];
    return [{ resource: String(first.resource), recordId: String(first.record_id), place: Number(first.id), changes }];
  });
}

function hasEffect(group: readonly Record<string, unknown>[]): boolean {
  const [only, ...others] = group;
  if (others.length === 0) return Object.keys(only?.changes ?? {}).length > 0;
  const pairs = new Map<string, [string, string]>();
  for (const { changes } of group)
    for (const [name, pair] of Object.entries(changes ?? {})) {
      const [before, after] = Array.isArray(pair) ? pair.map((value) => canonical(value)) : [];
      pairs.set(name, [pairs.get(name)?.[0] ?? before ?? "", after ?? ""]);
    }
  return [...pairs.values()].some(([before, after]) => before !== after);
}

/** The same text for the same JSON, in whatever order its members are. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
