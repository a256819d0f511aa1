import type { Client, RecordOf, Resource } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { textOf, todayHere } from "../../components/days.ts";
import type { Shown } from "./inbox-search.ts";

export type Conversation = RecordOf<"/inbox/conversations">;
export type Member = { readonly id: number; readonly isHost: boolean; readonly name: string };

/** The days that each step of "show older" looks back. After the last step, there is no limit. */
export const lookbackDays = [30, 120, 400] as const;

const filters: Readonly<Record<Shown, { closed?: boolean; marked_as_spam: boolean }>> = {
  open: { closed: false, marked_as_spam: false },
  unanswered: { closed: false, marked_as_spam: false },
  mine: { closed: false, marked_as_spam: false },
  closed: { closed: true, marked_as_spam: false },
  spam: { marked_as_spam: true },
};

interface ListQuery {
  readonly shown: Shown;
  /** The number of clicks on "show older". */
  readonly step: number;
  /** The person's own hosts, for `mine`. */
  readonly hosts: readonly number[] | undefined;
}

/**
 * A list's conversations, latest first (console.md, Screens).
 * The API sorts by id, so recent ones are found by their last change.
 */
export function useConversations({ shown, step, hosts }: ListQuery) {
  const { client, account } = useSession();
  const back = lookbackDays[step];
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

interface ListFilter {
  readonly shown: Shown;
  readonly since: string | undefined;
  readonly assignees: readonly number[] | undefined;
}

async function readConversations(client: Client, filter: ListFilter, signal: AbortSignal): Promise<Conversation[]> {
  const { shown, since, assignees } = filter;
  // A person who is no host has no conversations; an empty filter would return all.
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

/** A conversation with its participants. */
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
      if (!conversation) throw new TypeError("The response contains no conversation.");
      return conversation;
    },
  });
}

export const latestOf = ({ last_message_at, created_at }: Conversation): number =>
  Date.parse(last_message_at ?? created_at);

/** Whether a guest has written since a host last read the conversation (docs/concepts/inbox.md). */
export const isUnread = ({ last_message_at, read_at }: Conversation): boolean =>
  last_message_at !== null && read_at === null;

/** Whether a guest wrote the last message, read or not. */
export function isUnanswered({ participants = [] }: Conversation): boolean {
  const last = { Client: 0, Host: 0 };
  for (const { member_type, last_message_sent_at } of participants)
    last[member_type] = Math.max(last[member_type], last_message_sent_at ? Date.parse(last_message_sent_at) : 0);
  return last.Client > last.Host;
}

/** A participant's name; empty once erased. */
export const nameOf = (member: Resource<"clients"> | Resource<"hosts"> | null | undefined): string => {
  if (!member) return "";
  if ("fullname" in member) return member.fullname ?? "";
  return [member.firstname, member.lastname].filter(Boolean).join(" ");
};

/** The conversation's guests. */
export const guestsOf = ({ participants = [] }: Conversation) =>
  participants.filter(({ member_type }) => member_type === "Client");
