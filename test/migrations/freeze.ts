/** `npm run migrations:freeze`: adds the digests of new migrations to frozen.json. Frozen migrations must not change. */
import { writeFile } from "node:fs/promises";
import { readMigrations, readPreview } from "../../src/database/migrate/migration-files.ts";
import { frozenFile, readFrozen } from "./frozen.ts";

const frozen = await readFrozen();
const fresh = [...(await readPreview()), ...(await readMigrations())].filter(({ name }) => !(name in frozen));
const all = Object.entries({ ...frozen, ...Object.fromEntries(fresh.map(({ name, digest }) => [name, digest])) });
await writeFile(frozenFile, `${JSON.stringify(Object.fromEntries(all.sort()), undefined, 2)}\n`);
process.stdout.write(
  fresh.length === 0 ? "No new migrations.\n" : `Frozen: ${fresh.map(({ name }) => name).join(", ")}.\n`,
);
