import type pg from "pg";
import { MigrationError } from "../migration-error.ts";

/**
 * Only UTF-8 stores texts of all languages with the right length and order.
 * @throws MigrationError if the database has another encoding
 */
export async function assertUtf8(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; name: string }>(
    "select current_setting('server_encoding') as encoding, quote_ident(current_database()) as name",
  );
  const [found] = rows;
  if (!found || found.encoding === "UTF8") return;
  throw new MigrationError(
    `The database ${found.name} has the encoding ${found.encoding}, but Roost needs UTF8. Create one with "create database … encoding 'UTF8' template template0".`,
  );
}
