import { type Route, reads } from "../../../kernel/route.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { accountExport } from "./account-export.ts";
import { createExport } from "./create-export.ts";

const scopes = ["exports_write"] as const;

export const exportsRoutes: readonly Route[] = [
  ...reads(accountExport),
  creates(accountExport, {
    scopes,
    description:
      "A job writes the archive: read the export until its state is done, then download archive_url. An account has at most ten running exports.",
    create: createExport,
  }),
];
