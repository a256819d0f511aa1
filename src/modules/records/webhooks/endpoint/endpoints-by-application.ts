import type { Statement } from "../../../../database/sql/transaction.ts";
import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";

const byApplication: Statement = {
  name: "webhook endpoints by application",
  text: `select application_id, string_agg(id::text, ' ' order by id) from webhook_endpoints
    where account_id = $1 and deleted_at is null group by application_id`,
};

/** Endpoint ids by application; applications without endpoints are omitted. @param reader sees the account */
export async function endpointsByApplication(reader: Reader, account: number): Promise<Map<number, number[]>> {
  const rows = await reader.read(byApplication, [account]);
  return new Map(rows.map(([application, ids]) => [Number(application), (ids ?? "").split(" ").map(Number)]));
}
