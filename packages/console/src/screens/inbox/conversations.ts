import type { Client, RecordOf, Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { textOf, todayHere } from "../../components/days.ts";
import type { Shown } from "./inbox-search.ts";

export type Conversation = RecordOf<"/inbox/conversations">;
export type Member = { readonly id: number; readonly isHost: boolean; readonly name: string };

/** Days that are looked back, one step after the other; after the last all there are. */
export const lookedBack = [30, 120, 400] as const;

const filters: Readonly<Record<Shown, { closed?: boolean; marked_as_spam: boolean }>> = {
  open: { closed: false, marked_as_spam: false },
  unanswered: { closed: false, marked_as_spam: false },
  mine: { closed: false, marked_as_spam: false },
  closed: { closed: true, marked_as_spam: false },
  spam: { marked_as_spam: true },
};

interface Asked {
  readonly shown: Shown;
  /** How often somebody asked for older ones. */
  readonly step: number;
  /** The person's own hosts, for `mine`. */
  readonly hosts: readonly number[] | undefined;
}

/** The conversations of a list, the latest first (console.md, Screens). Lists come by id, so the latest are found by when they changed. */
export function useConversations({ shown, step, hosts }: Asked) {
  const { client, account } = useSession();
  const back = lookedBack[step];
  const since = back === undefined ? undefined : textOf(todayHere() - back);
  const assignees = shown === "mine" ? hosts : undefined;
  const list = useQuery({
    queryKey: [account.id, "conversations", "list", filters[shown], since, assignees],
    queryFn: ({ signal }) => readConversations(client, { shown, since, assignees }, signal),
    enabled: shown !== "mine" || hosts !== undefined,
    placeholderData: (before) => before,
  });
  return { ...list, data: shown === "unanswered" ? list.data?.filter(isUnanswered) : list.data };
}

interface Narrowed {
  readonly shown: Shown;
  readonly since: string | undefined;
  readonly assignees: readonly number[] | undefined;
}

async function readConversations(client: Client, asked: Narrowed, signal: AbortSignal): Promise<Conversation[]> {
  const { shown, since, assignees } = asked;
  // Somebody who is no host answers nothing, and no id would ask for all.
  if (assignees?.length === 0) return [];
  const query = {
    ...filters[shown],
    ...(since === undefined ? {} : { updated_since: `${since}T00:00:00Z` }),
    ...(assignees === undefined ? {} : { assignee_id: [...assignees] }),
    include: ["participants.member", "assignee"],
  };
  const found: Conversation[] = [];
  for await (const one of client.records("/inbox/conversations", { params: { query }, signal })) found.push(one);
  return found.sort((one, other) => latestOf(other) - latestOf(one) || other.id - one.id);
}

/** One conversation with whoever takes part. */
export function useConversation(id: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "conversations", id],
    queryFn: async ({ signal }) => {
      const params = {
        path: { conversation_id: [id] },
        query: { include: ["participants.member", "assignee", "inquiries"] },
      };
      const { data } = await client.GET("/inbox/conversations/{conversation_id}", { params, signal });
      const [conversation] = data.conversations;
      if (!conversation) throw new TypeError("The answer holds no conversation.");
      return conversation;
    },
  });
}

const latestOf = ({ last_message_at, created_at }: Conversation): number => Date.parse(last_message_at ?? created_at);

/** A guest has written since a host last read it (docs/concepts/inbox.md). */
export const isUnread = ({ last_message_at, read_at }: Conversation): boolean =>
  last_message_at !== null && read_at === null;

/** The last word was a guest's, whether it was read or not. */
function isUnanswered({ participants = [] }: Conversation): boolean {
  const last = { Client: 0, Host: 0 };
  for (const { member_type, last_message_sent_at } of participants)
    last[member_type] = Math.max(last[member_type], last_message_sent_at ? Date.parse(last_message_sent_at) : 0);
  return last.Client > last.Host;
}

/** What somebody who takes part is called; empty where that was erased. */
export const nameOf = (member: Resource<"clients"> | Resource<"hosts"> | null | undefined): string => {
  if (!member) return "";
  if ("fullname" in member) return member.fullname ?? "";
  return [member.firstname, member.lastname].filter(Boolean).join(" ");
};

/** The guests of a conversation. */
export const guestsOf = ({ participants = [] }: Conversation) =>
  participants.filter(({ member_type }) => member_type === "Client");
