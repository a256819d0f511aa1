import type { Resource } from "@roost/client";
import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch } from "../../../components/conflict/version.ts";
import { type RecordWriting, versioned } from "../../../components/records/record-writing.ts";

export type Host = Resource<"hosts">;

/** A host in a form. */
export interface HostDraft {
  readonly firstname: string;
  readonly lastname: string;
  readonly email: string;
  /** The user's and the channel's ids as texts; empty for none. */
  readonly user_id: string;
  readonly source_id: string;
}

const textOf = (id: number | null | undefined): string => (id == null ? "" : String(id));
const idOf = (text: string): number | null => (text === "" ? null : Number(text));

export const draftOfHost = (host: Host | undefined): HostDraft => ({
  ...{ firstname: host?.firstname ?? "", lastname: host?.lastname ?? "", email: host?.email ?? "" },
  ...{ user_id: textOf(host?.links.user), source_id: textOf(host?.links.source) },
});

/** Creates and changes the account's hosts. A host stays, because messages name their sender. */
export function useHostWriting(): RecordWriting<Host, HostDraft, number> {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const invalidate = async () => {
    for (const name of ["hosts", "conversations"]) await queries.invalidateQueries({ queryKey: [account.id, name] });
  };
  const attributesOf = ({ email, user_id, source_id, ...names }: HostDraft) => ({
    ...names,
    ...{ email: email.trim() || null, user_id: idOf(user_id), source_id: idOf(source_id) },
  });
  return {
    async read(id) {
      const { data, response } = await client.GET("/hosts/{host_id}", { params: { path: { host_id: [id] } } });
      return versioned(data.hosts[0], response);
    },
    async create(draft) {
      await client.POST("/hosts", { body: { hosts: [attributesOf(draft)] } });
      await invalidate();
    },
    async change({ id, etag }, draft) {
      const params = { path: { host_id: id } };
      await client.PUT("/hosts/{host_id}", { params, headers: ifMatch(etag), body: { hosts: [attributesOf(draft)] } });
      await invalidate();
    },
  };
}
