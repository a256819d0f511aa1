import { serviceDependencies } from "../../src/app/dependencies.ts";
import { performImport } from "../../src/modules/records/imports/resource/perform-import.ts";
import { type Json, recordOf } from "../harness/client.ts";
import { testSecrets } from "../harness/secrets.ts";
import type { TestService } from "../harness/service.ts";
import type { Recorder } from "./recorder.ts";

const clients = "Nr,Gast,E-Mail\nC-101,Ada Example,ada@guests.example\nC-102,Ben Muster,ben@guests.example\n";
const columns = { Nr: "external_reference", Gast: "fullname", "E-Mail": "email" };

/** Records an import, from its file to its end, and an export. No job runs here, so the import's runs are called. */
export async function moves(service: TestService, recorder: Recorder, account: number): Promise<void> {
  const run = async (): Promise<void> => {
    const { queries, clock } = serviceDependencies(service.database, testSecrets, service.files);
    const environment = {
      ...{ scope: service.database.within([account]), account: { id: account }, registry: queries.registry },
      ...{ secrets: testSecrets, files: service.files, now: clock(), signal: new AbortController().signal },
    };
    await performImport(environment, Number(recorder.id("imports")));
  };
  const importing = async (element: Json): Promise<void> => {
    const file = Buffer.from(clients).toString("base64");
    const answer = await recorder.send("POST", "/imports", {
      imports: [{ kind: "clients", file, ...element }],
    });
    recorder.know("imports", Number(recordOf(answer, "imports").id));
  };
  await importing({ mapping: { columns: { Nr: "external_reference" } } });
  await recorder.change("imports", { mapping: { columns } });
  await run();
  await recorder.send("POST", "/imports/:import_id/apply", { imports: [{ skip_wrong: true }] });
  await run();
  await recorder.send("DELETE", "/imports/:import_id");
  await importing({ mapping: { columns } });
  await run();
  await recorder.create("exports", { kinds: ["clients", "bookings"] });
}
