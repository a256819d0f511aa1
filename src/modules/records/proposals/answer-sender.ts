import { invalid } from "../../../kernel/errors.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { inboxRoutes } from "../../guests/inbox/routes.ts";
import type { ProposedRequest } from "./proposed-operations.ts";

const participation = inboxRoutes.find(({ method, path }) => method === "POST" && path === "/inbox/participants");

/**
 * Completes an answer's body: its time, and as its sender the host of the agent's user, who joins the conversation if necessary. An
 * account whose user is no host answers as the conversation's assignee, or as its first host.
 * @throws RequestError 422 for an account without hosts
 */
export async function withSender(context: WriteContext, { body, proposer }: ProposedRequest): Promise<unknown> {
  const messages = isObject(body) && Array.isArray(body.messages) ? body.messages : [];
  const [message]: unknown[] = messages;
  if (!isObject(message)) throw new Error("An answer without a message passed its checks.");
  const sender = await participantOf(context, message.conversation_id, proposer);
  return { messages: [{ ...message, sender_id: sender, sent_at: new Date(context.now).toISOString() }] };
}

async function participantOf(context: WriteContext, conversation: unknown, proposer: number): Promise<number> {
  const { transaction, account } = context;
  const host = await transaction.row<{ id: number; participant: number | null }>(
    `select hosts.id, participants.id as participant from hosts
     left join conversations on conversations.account_id = $1 and conversations.id = $2
     left join participants on participants.account_id = $1 and participants.conversation_id = $2 and participants.host_id = hosts.id
     where hosts.account_id = $1 and hosts.forget_me_at is null
     order by hosts.user_id is not distinct from $3 desc, hosts.id is not distinct from conversations.assignee_id desc, hosts.id limit 1`,
    [account.id, Number(conversation), proposer],
  );
  if (!host) throw invalid({ base: ["needs a host: add one in the settings, or answer once in the console"] });
  if (host.participant !== null) return host.participant;
  if (participation?.operation.kind !== "write") throw new Error("Missing operation POST /inbox/participants.");
  const participant = { conversation_id: conversation, member_type: "Host", member_id: host.id };
  const outcome = await participation.operation.run(context, { ids: new Map(), body: { participants: [participant] } });
  if (outcome === "gone" || !("shows" in outcome)) throw new Error("A new participant was not returned.");
  return Number(outcome.id);
}
