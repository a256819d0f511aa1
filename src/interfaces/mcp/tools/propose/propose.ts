import { RequestError } from "../../../../kernel/errors.ts";
import { formatInstant } from "../../../../kernel/values/time.ts";
import { createProposal } from "../../../../modules/records/proposals/create-proposal.ts";
import { proposedActions } from "../../../../modules/records/proposals/proposal.ts";
import { needAccount } from "../../active-account.ts";
import { proposingCaller } from "../../caller.ts";
import { invalidParams } from "../../rpc/rpc-error.ts";
import { answerOf } from "../output-schema.ts";
import type { Tool } from "../tool.ts";
import { briefPreview } from "./brief-preview.ts";
import { requestIn } from "./requests.ts";
import { warningsOf } from "./warnings.ts";

const integer = { type: "integer" } as const;
const text = { type: "string" } as const;

/**
 * `propose`: the dry run of a change, for a person to approve in the console. A client's own question (`InputRequiredResult`) would not do:
 * the agent's host answers it, and Roost could not distinguish a person's consent from the agent's.
 */
export const proposeTool: Tool = {
  name: "propose",
  title: "Propose a change",
  description:
    "Proposes a change: nothing happens until a person approves it in the console, within ten minutes. Returns what would change, the price, the recipients of e-mails and webhooks, and warnings: why a guest could not book it. Refunds cannot be proposed.",
  properties: {
    action: { ...text, enum: proposedActions },
    rental_id: integer,
    booking_id: { ...integer, description: "For move and cancel." },
    conversation_id: { ...integer, description: "For answer." },
    arrival: { ...text, description: "First night." },
    departure: { ...text, description: "The day after the last night." },
    adults: integer,
    children: integer,
    client_id: integer,
    guest: { type: "object", description: "A new guest: fullname, email, phone." },
    price: { ...text, description: "Final price instead of today's." },
    hold_hours: integer,
    reprice: { type: "boolean", description: "For move: today's prices." },
    rate: { ...text, description: "For set_prices: each night's rate, or percentage." },
    percentage: text,
    minimum_stay: integer,
    text: { ...text, description: "For answer and cancel: the message to the guest." },
    reason: text,
  },
  required: ["action"],
  answer: answerOf({ proposal: "object", changes: "list", price: "maybe", notices: "list" }),
  proposes: true,
  async run(call) {
    const { dependencies, token, account: named, args, requestId } = call;
    const account = needAccount(named, token);
    const { database, queries, secrets, files, outgoing, clock } = dependencies;
    const now = clock();
    const request = requestIn(args, now);
    const scope = database.within([account], { actor: `AgentToken:${token.tokenId}`, requestId });
    const caller = await proposingCaller(scope, account, token);
    const made = await createProposal(
      { scope, registry: queries.registry, secrets, files, outgoing, now },
      { tokenId: token.tokenId, prefix: token.prefix, caller },
      request,
    ).catch((error: unknown) => {
      throw explained(error);
    });
    const { id, preview, expiresAt } = made;
    const proposal = {
      ...{ id, action: request.action, state: "pending", expires_at: formatInstant(expiresAt) },
      approve_at: `${dependencies.baseUrl}/console/proposals`,
    };
    const warnings = await warningsOf(call, request.action);
    const shown = { proposal, ...(warnings.length > 0 && { warnings }), ...briefPreview(preview) };
    return { json: JSON.stringify(shown), rows: preview.changes.length };
  },
};

/** Names every problem of a request that cannot be proposed. */
function explained(error: unknown): unknown {
  if (!(error instanceof RequestError) || error.messages === undefined) return error;
  const problems = Object.entries(error.messages).flatMap(([name, messages]) =>
    messages.map((message) => (name === "base" ? message : `${name} ${message}`)),
  );
  return invalidParams(`Invalid params: cannot be proposed: ${problems.join("; ")}.`);
}
