import pg from "pg";
import { expect, inject, test } from "vitest";
import { readMigrations } from "../../src/database/migrate/migration-files.ts";
import { renderText } from "../../src/modules/guests/inbox/templates/text/render-text.ts";
import { sampleScope } from "../../src/modules/guests/inbox/templates/text/sample-scope.ts";

const texts: readonly [former: string, text: string][] = [
  ["Hello {{guest.firstname}}", "Hello 1"],
  ["Today {{{ guest.firstname }}} and {{rental.name}}", "Today {1} and 1"],
  ["100 {% off, {{booking.nights}} nights", "100 {% off, 1 nights"],
];

test("the migration to Liquid keeps what older templates say", async () => {
  const migration = (await readMigrations()).find(({ name }) => name.endsWith("liquid_templates.sql"));
  const client = new pg.Client({ ...inject("owner") });
  await client.connect();
  try {
    // A temporary table hides the real one from this session.
    await client.query(
      "create temporary table message_templates (account_id bigint, id bigint, subject jsonb default '{}', body jsonb)",
    );
    for (const [id, [former]] of texts.entries())
      await client.query("insert into message_templates (account_id, id, body) values (1, $1, $2)", [
        ...[id, JSON.stringify({ en: former, fr: null })],
      ]);
    await client.query(migration?.sql ?? "");
    const { rows } = await client.query<{ body: { en: string; fr: null } }>(
      "select body from message_templates order by id",
    );
    expect(rows.map(({ body }) => [renderText(body.en, sampleScope, "en").text, body.fr])).toEqual(
      texts.map(([, text]) => [text, null]),
    );
  } finally {
    await client.end();
  }
});
