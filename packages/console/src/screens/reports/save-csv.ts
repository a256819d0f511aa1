import type { Client } from "@roost/client";
import { saveFile } from "../../components/save-file.ts";
import { queryOf } from "./report.ts";
import type { ReportSearch } from "./report-search.ts";

/** Downloads the report as the service's CSV file. */
export async function saveCsv(client: Client, search: ReportSearch): Promise<void> {
  const query = new URLSearchParams({ ...queryOf(search), format: "csv" });
  const answer = await client.request("GET", `/reports?${query}`);
  saveFile(`report_${search.from}_${search.to}_${search.by}.csv`, await answer.blob());
}
