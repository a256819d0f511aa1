import { serviceDependencies } from "../../src/app/dependencies.ts";
import { importFile } from "../../src/modules/records/imports/import-file.ts";
import type { ImportReport } from "../../src/modules/records/imports/import-report.ts";
import type { Mapping } from "../../src/modules/records/imports/mapping.ts";
import { fileReadings } from "../../src/modules/records/imports/reading/file-readings.ts";
import { readLines } from "../../src/modules/records/imports/reading/read-lines.ts";
import type { ImportKind } from "../../src/modules/records/imports/source-line.ts";
import type { ApiClient } from "../harness/client.ts";
import { testSecrets } from "../harness/secrets.ts";
import { fullScopes, type TestService } from "../harness/service.ts";

/** Imports files into clients' accounts as their applications, in a service's database. */
export const importerInto =
  (service: TestService) =>
  async (
    client: ApiClient,
    kind: ImportKind,
    content: string | Buffer,
    {
      mapping = {},
      apply = true,
      skipWrong = false,
      finish = async () => undefined,
    }: {
      readonly mapping?: Mapping;
      readonly apply?: boolean;
      readonly skipWrong?: boolean;
      /** Runs before the import's commit. */
      readonly finish?: () => Promise<void>;
    } = {},
  ): Promise<ImportReport> => {
    const file = await readLines(Buffer.from(content), mapping);
    const { queries, clock } = serviceDependencies(service.database, testSecrets, service.files);
    const caller = {
      accounts: [client.account],
      application: client.application,
      scopes: new Set(fullScopes),
      publishedOnly: false,
      ofAccount: true,
    } as const;
    const surroundings = {
      scope: service.database.within([client.account]),
      caller,
      registry: queries.registry,
      secrets: testSecrets,
      files: service.files,
      now: clock(),
    };
    const { columns } = await fileReadings(queries.registry, kind, file, mapping);
    const request = { kind, file, mapping, columns, apply, skipWrong, finish };
    return importFile(surroundings, { ...request, progress: () => undefined });
  };
