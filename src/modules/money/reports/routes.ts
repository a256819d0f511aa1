import type { Route } from "../../../kernel/route.ts";
import { pickUpReport } from "./pick-up-resource.ts";
import { pickUpParameters, readPickUpReports } from "./read-pick-up.ts";
import { readReports } from "./read-reports.ts";
import { readTouristTaxReports, touristTaxParameters } from "./read-tourist-tax.ts";
import { reportParameters } from "./report-parameters.ts";
import { report } from "./report-resource.ts";
import { touristTaxReport } from "./tourist-tax-resource.ts";

export const reportsRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/reports",
    scopes: report.readScopes,
    resource: report,
    operation: { kind: "read", parameters: reportParameters, texts: ["csv"], run: readReports },
    summary: "Get a period's occupancy, nights and revenue.",
  },
  {
    method: "GET",
    path: "/pick_up_reports",
    scopes: pickUpReport.readScopes,
    resource: pickUpReport,
    operation: { kind: "read", parameters: pickUpParameters, texts: ["csv"], run: readPickUpReports },
    summary: "Get the bookings made in each week, by month of stay.",
  },
  {
    method: "GET",
    path: "/tourist_tax_reports",
    scopes: touristTaxReport.readScopes,
    resource: touristTaxReport,
    operation: { kind: "read", parameters: touristTaxParameters, texts: ["csv"], run: readTouristTaxReports },
    summary: "Get the tourist taxes of a period, by municipality and month of arrival.",
  },
];
