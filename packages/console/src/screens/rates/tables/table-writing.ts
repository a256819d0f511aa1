import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { writtenTexts } from "../../../components/locale-texts.ts";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";

export type RatesTable = Resource<"rates_tables">;

/** A table's name in each of the account's locales. */
export type TableDraft = Readonly<Record<string, string>>;

/** The account's rates tables that rentals can share, oldest first. */
export function useRatesTables() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rates_tables", "list"],
    queryFn: async ({ signal }) => {
      const tables: Pick<RatesTable, "id" | "name" | "links">[] = [];
      const query = { fields: [...(["id", "name", "shared", "links"] as const)] };
      for await (const { id, name, shared, links } of client.records("/rates_tables", { params: { query }, signal }))
        if (shared) tables.push({ id, name, links });
      return tables;
    },
  });
}

/** Creates, renames and removes rates tables. */
export function useTableWriting() {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "rates_tables"] });
  const writing: RecordWriting<RatesTable, TableDraft, number> = {
    async read(id) {
      const params = { path: { rates_table_id: [id] } };
      const { data, response } = await client.GET("/rates_tables/{rates_table_id}", { params });
      return versioned(data.rates_tables[0], response);
    },
    async create(draft) {
      await client.POST("/rates_tables", { body: { rates_tables: [writtenTexts(draft)] } });
      await invalidate();
    },
    async change({ id, etag }, draft) {
      await client.PUT("/rates_tables/{rates_table_id}", {
        ...{ params: { path: { rates_table_id: id } }, headers: ifMatch(etag) },
        body: { rates_tables: [writtenTexts(draft)] },
      });
      await invalidate();
    },
  };
  return {
    writing,
    async remove({ id }: Pick<RatesTable, "id">): Promise<void> {
      await client.DELETE("/rates_tables/{rates_table_id}", { params: { path: { rates_table_id: id } } });
      await invalidate();
    },
  };
}
