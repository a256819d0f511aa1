import { ownerOf, spreadTable } from "../harness/own-objects.ts";
import type { TestService } from "../harness/service.ts";

/** One transaction's changes to one record, as the triggers recorded them. */
export interface Deed {
  readonly resource: string;
  readonly recordId: string;
  /** Orders the record's transactions by commit. */
  readonly position: number;
  /** The number of published changes expected from it. */
  readonly changes: number;
}

/** Copies every outbox row to a test table in the same transaction, because publishing removes rows from the outbox. */
export async function noteOutbox(service: TestService): Promise<void> {
  const columns = "account_id, id, resource, record_id, operation, transaction_id";
  await service.sql(`create table noted_rows as select ${columns} from change_outbox with no data`);
  await service.sql("grant insert on noted_rows to roost_app");
  await spreadTable(await ownerOf(service), "noted_rows");
  await service.sql(`create function note_row() returns trigger language plpgsql as $$
    begin
      insert into noted_rows (${columns})
      values (new.account_id, new.id, new.resource, new.record_id, new.operation, new.transaction_id);
      return null;
    end $$`);
  await service.sql("create trigger noted after insert on change_outbox for each row execute function note_row()");
}

/**
 * Reassembles the committed changes by record and transaction, in order. Creating and deleting a record in one transaction makes two
 * changes; anything else makes one. Omits derived date changes (`rates.changed`), and a new account's own rules, which are no change of it.
 */
export async function committedDeeds(service: TestService, account: number): Promise<Deed[]> {
  const rows = await service.sql(
    `select id::float8, resource, record_id, operation, transaction_id::text as transaction from noted_rows
     where account_id = $1 and operation <> 'changed' and not (resource = 'automations' and operation = 'created' and record_id in (
       select id::text from automations where account_id = $1 and built_in is not null))
     order by id`,
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
    return [
      { resource: String(first.resource), recordId: String(first.record_id), position: Number(first.id), changes },
    ];
  });
}
