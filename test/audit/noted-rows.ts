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
 * What was committed, put together again: the deeds of transactions, by record and in order. A record that was made and ended at once has two
 * changes, any other deed one. Leaves out dates that follow from other changes (`rates.changed`).
 */
export async function committedDeeds(service: TestService, account: number): Promise<Deed[]> {
  const rows = await service.sql(
    `select id::float8, resource, record_id, operation, transaction_id::text as transaction from noted_rows
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
    const changes = isNew && endings.at(-1) === "ended" ? 2 : 1;
    if (!first) return [];
    return [{ resource: String(first.resource), recordId: String(first.record_id), place: Number(first.id), changes }];
  });
}
