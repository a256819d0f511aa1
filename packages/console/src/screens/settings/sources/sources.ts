import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import type { FieldsDraft } from "../../../components/records/field-dialog.tsx";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";

export type Source = Resource<"sources">;

export const draftOfSource = (source: Source | undefined): FieldsDraft => ({
  name: source?.name ?? "",
  position: String(source?.position ?? ""),
});

const attributesOf = ({ name = "", position = "" }: FieldsDraft) => ({
  name: name.trim(),
  position: position === "" ? null : Number(position),
});

/** The account's channels in their order. */
export function useSourceList() {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "sources", "list"],
    queryFn: async ({ signal }) => {
      const sources: Source[] = [];
      for await (const source of client.records("/sources", { signal })) sources.push(source);
      const orderOf = ({ position }: Source) => position ?? Number.POSITIVE_INFINITY;
      return sources.sort((one, other) => orderOf(one) - orderOf(other) || one.name.localeCompare(other.name));
    },
  });
}

export function useSourceWriting(): RecordWriting<Source, FieldsDraft, number> {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "sources"] });
  return {
    async read(id) {
      const { data, response } = await client.GET("/sources/{source_id}", { params: { path: { source_id: [id] } } });
      return versioned(data.sources[0], response);
    },
    async create(draft) {
      await client.POST("/sources", { body: { sources: [attributesOf(draft)] } });
      await invalidate();
    },
    async change(seen, draft) {
      const params = { path: { source_id: seen.id } };
      await client.PUT("/sources/{source_id}", {
        ...{ params, headers: ifMatch(seen.etag) },
        body: { sources: [attributesOf(draft)] },
      });
      await invalidate();
    },
  };
}
