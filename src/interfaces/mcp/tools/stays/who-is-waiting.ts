import { linkOf } from "../../../../kernel/read/view.ts";
import { inSnapshot, type ReadScope } from "../../../../kernel/read/visible/read-scope.ts";
import { isObject } from "../../../../kernel/values/structure.ts";
import { booking } from "../../../../modules/stays/bookings/booking.ts";
import { client } from "../../../../modules/stays/clients/client.ts";
import type { ToolDependencies } from "../../dependencies.ts";
import { cursorIn, cursorOf, cursorProperty } from "../cursor.ts";
import { fitting } from "../fit.ts";
import { answerOf } from "../output-schema.ts";
import { listRecords } from "../records/listed-records.ts";
import { readContextOf, recordsById, type Shown } from "../records/records.ts";
import { withRelated } from "../records/related.ts";
import type { Tool } from "../tool.ts";

const maxConversations = 25;
const maxParticipants = 200;

/** `who_is_waiting`: conversations whose last message is from a guest. */
export const whoIsWaitingTool: Tool = {
  name: "who_is_waiting",
  title: "Who is waiting",
  description:
    "Open conversations that await a reply to the guest's last message, longest wait first, each with guest and stay. To read the messages, list messages by conversation_id.",
  properties: cursorProperty,
  required: [],
  answer: answerOf({ conversations: "list", meta: "object" }),
  isQuestion: true,
  async run(call) {
    const { args, dependencies } = call;
    const context = readContextOf(call);
    const [offset = 0] = cursorIn(args, 1) ?? [];
    const { conversations, total } = await inSnapshot(context, (snapshot) =>
      readWaiting(snapshot, dependencies, offset),
    );
    const shown = conversations.slice(0, fitting(conversations));
    const next = offset + shown.length;
    const meta = { total_count: total, ...(next < total ? { cursor: cursorOf(args, [next]) } : {}) };
    return { json: JSON.stringify({ conversations: shown, meta }), rows: shown.length };
  },
};

async function readWaiting(
  scope: ReadScope,
  dependencies: ToolDependencies,
  offset: number,
): Promise<{ readonly conversations: readonly Shown[]; readonly total: number }> {
  const { records, total } = await listRecords(scope, dependencies, {
    resource: "conversations",
    filter: { waiting: true },
    fields: ["id", "subject", "default_channel", "last_message_at", "deadline_response_at", linkOf("bookings")],
    sort: "last_message_at",
    limit: maxConversations,
    offset,
  });
  const guests = await guestsOf(scope, dependencies, records);
  const ids = records.flatMap((record) => idsIn(record, "bookings"));
  const stays = await recordsById(scope, booking, {
    ids,
    fields: ["reference", "status", "start_at", "end_at", linkOf("rental")],
  });
  const named = await withRelated(scope, booking, [...stays.values()], new Map([["rental", ["name"]]]));
  const conversations = records.map(({ links, ...conversation }) => ({
    ...conversation,
    guests: guests.get(Number(conversation.id)) ?? [],
    stays: named.filter((stay) => idsIn({ links }, "bookings").includes(Number(stay.id))),
  }));
  return { conversations, total };
}

/** The participating guests, by conversation. */
async function guestsOf(
  scope: ReadScope,
  dependencies: ToolDependencies,
  conversations: readonly Shown[],
): Promise<ReadonlyMap<number, readonly Shown[]>> {
  if (conversations.length === 0) return new Map();
  const { records } = await listRecords(scope, dependencies, {
    resource: "participants",
    filter: { conversation_id: conversations.map(({ id }) => id), member_type: "Client" },
    fields: ["id", "member_id", linkOf("conversation")],
    sort: "id",
    limit: maxParticipants,
  });
  const clients = await recordsById(scope, client, {
    ids: records.map(({ member_id: id }) => Number(id)),
    fields: ["fullname"],
  });
  const named = records.map(({ links, member_id: id }) => ({
    conversation: Number(isObject(links) ? links.conversation : undefined),
    guest: { id, name: clients.get(Number(id))?.fullname ?? null },
  }));
  const grouped = Map.groupBy(named, ({ conversation }) => conversation);
  return new Map([...grouped].map(([id, all]) => [id, all.map(({ guest }) => guest)]));
}

function idsIn({ links }: Shown, relation: string): number[] {
  const ids = isObject(links) ? links[relation] : undefined;
  return Array.isArray(ids) ? ids.map(Number) : [];
}
