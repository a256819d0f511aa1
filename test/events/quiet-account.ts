import { publishAll } from "../../src/modules/records/events/publish-all.ts";
import { loginOf } from "../access/services.ts";
import { queries } from "../harness/queries.ts";
import { ScopedConnection } from "../harness/scoped-connection.ts";
import type { TestService } from "../harness/service.ts";

/** A published change. */
interface Change {
  readonly resource: string;
  readonly type: string;
  readonly changes: Readonly<Record<string, unknown>>;
}

/** An account without published changes. Tests write and publish by SQL, without the service. */
export class QuietAccount {
  readonly id: number;
  private readonly service: TestService;

  static async of(service: TestService): Promise<QuietAccount> {
    const id = await service.anAccount();
    for (const table of ["change_outbox", "changes"])
      await service.sql(`delete from ${table} where account_id = $1`, [id]);
    return new QuietAccount(service, id);
  }

  private constructor(service: TestService, id: number) {
    this.service = service;
    this.id = id;
  }

  connection = async (): Promise<ScopedConnection> => ScopedConnection.open(await loginOf(this.service), [this.id]);

  /** @returns the guest's id */
  async aGuest(client: ScopedConnection, fullname = "Ada"): Promise<number> {
    const [row] = await client.query(
      "insert into clients (account_id, fullname) values ($1, $2) returning id::float8",
      [this.id, fullname],
    );
    return Number(row?.id);
  }

  rename = (client: ScopedConnection, guest: number, fullname: string): Promise<unknown> =>
    client.query("update clients set fullname = $3 where account_id = $1 and id = $2", [this.id, guest, fullname]);

  /** Publishes the outbox in one call. @returns the changes that it published */
  async publish(client: ScopedConnection, most = 1000): Promise<Change[]> {
    const [row] = await client.query<{ published: string[] }>("select publish_range($1, $2) as published", [
      this.id,
      most,
    ]);
    const [first, last] = row?.published ?? [];
    return client.query<Change>(
      "select resource, type, changes from changes where account_id = $1 and id between $2 and $3 order by id",
      [this.id, first, last],
    );
  }

  /** Publishes everything, as the service does. @returns the number of changes */
  publishAll = (): Promise<number> => publishAll(this.service.database.within([this.id]), this.id, queries);

  /** The published changes in order: types with the clients' new names. */
  async published(): Promise<unknown[]> {
    const rows = await this.service.sql(
      "select type, changes -> 'fullname' as name from changes where account_id = $1 order by id",
      [this.id],
    );
    return rows.map(({ type, name }) => [type, name]);
  }

  /** The unpublished operations, in order. */
  async waiting(): Promise<unknown[]> {
    const rows = await this.service.sql("select operation from change_outbox where account_id = $1 order by id", [
      this.id,
    ]);
    return rows.map(({ operation }) => operation);
  }
}
