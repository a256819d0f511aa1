import { expect, test } from "vitest";
import { type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { useService } from "../harness/service.ts";

/** Imports by the API (docs/guides/import.md). */
const service = useService();

const rentals = "external_reference,name,sleeps\nR1,Villa Aurora,6\nR2,Casa Luz,2\n";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const importOf = async (client: ApiClient, content: string, values: Json) =>
  recordOf(await client.post("/imports", { imports: [{ file: base64(content), ...values }] }), "imports");

test("a file is checked by a job, then applied", async () => {
  const client = await service.aClient(await service.anAccount());
  const created = await importOf(client, rentals, { kind: "rentals" });
  expect(created).toMatchObject({ state: "checking", dry_run: true, skip_wrong: false });
});
