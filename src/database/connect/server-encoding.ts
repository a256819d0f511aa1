import type pg from "pg";
import { MigrationError } from "../migration-error.ts";

/**
 * Texts of all languages, and their length and order, are as PostgreSQL has them in UTF-8 alone.
 * @throws MigrationError where the database is in another encoding
 */
export async function assertUtf8(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; name: string }>(
    "select current_setting('server_encoding') as encoding, quote_ident(current_database()) as name",
  );
  const [found] = rows;
  if (!found || found.encoding === "UTF8") return;
  throw new MigrationError(
    `The database ${found.name} is encoded in ${found.encoding}, and Roost needs UTF8: make another one with "create database … encoding 'UTF8' template template0".`,
  );
}
