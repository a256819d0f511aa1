import type { Client } from "@roost/client";
import { queryOf } from "./report.ts";
import type { ReportSearch } from "./report-search.ts";

/** Hands the report over as the file that the service makes of it. */
export async function saveCsv(client: Client, search: ReportSearch): Promise<void> {
  const query = new URLSearchParams({ ...queryOf(search), format: "csv" });
  const answer = await client.request("GET", `/reports?${query}`);
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = `report_${search.from}_${search.to}_${search.by}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
