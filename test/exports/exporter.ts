import { expect } from "vitest";
import { type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { baseUrl, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { unzipped } from "./unzip.ts";

/** An ended export and its archive's files by name. */
export interface Exported {
  readonly record: Json;
  readonly files: ReadonlyMap<string, string>;
}

/** Exports clients' accounts through the API and downloads the archives. */
export const exporterFrom =
  (service: TestService) =>
  async (client: ApiClient, attributes: Json = {}): Promise<Exported> => {
    const created = await client.post("/exports", { exports: [attributes] });
    expect(created.status, created.text).toBe(201);
    const { id } = recordOf(created, "exports");
    let record: Json = {};
    await until(async () => {
      record = recordOf(await client.get(`/exports/${id}`), "exports");
      return record.state !== "running";
    });
    expect(record).toMatchObject({ state: "done", error: null });
    return { record, files: unzipped(await download(service, record)) };
  };

/** Downloads an export's archive. @throws Error for another answer than 200 */
export async function download(service: TestService, { archive_url }: Json): Promise<Buffer> {
  const answer = await fetch(String(archive_url).replace(baseUrl, service.url));
  if (answer.status !== 200) throw new Error(`The archive's URL answered ${answer.status}.`);
  return Buffer.from(await answer.arrayBuffer());
}
