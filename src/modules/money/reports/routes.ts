import type { Route } from "../../../kernel/route.ts";
import { readReports } from "./read-reports.ts";
import { reportParameters } from "./report-parameters.ts";
import { report } from "./report-resource.ts";

export const reportsRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/reports",
    scopes: report.readScopes,
    resource: report,
    operation: { kind: "read", parameters: reportParameters, texts: ["csv"], run: readReports },
    summary: "Get a period's occupancy, nights and revenue.",
  },
];
