import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../../database/connect/database.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";
import { integerValue } from "../../../kernel/values/number.ts";
import { booleanValue, formatInstant, timeValue } from "../../../kernel/values/time.ts";
import { createAgentToken } from "../../../modules/platform/access/agent-tokens/create-token.ts";
import { type ListedAgentToken, listAgentTokens } from "../../../modules/platform/access/agent-tokens/list-tokens.ts";
import { revokeAgentToken } from "../../../modules/platform/access/agent-tokens/revoke-token.ts";
import { idInPath } from "../id-in-path.ts";
import type { SignedIn } from "../session.ts";
import { BodyFields } from "./body-fields.ts";
import { type ConsoleHandler, causeOf, consoleHandler, ownedAccount } from "./console-person.ts";

/** Owners list, create and revoke the account's agent tokens (agent.md, Tokens; console.md, Roles). */
export function agentTokenRoutes(app: FastifyInstance, database: Database, baseUrl: string): void {
  const path = "/console/accounts/:account/agent_tokens";
  const serve = (handler: ConsoleHandler) => consoleHandler(database, baseUrl, handler);
  app.get(path, serve(list));
  app.post(path, serve(create));
  app.delete(`${path}/:token`, serve(revoke));

  async function list(owner: SignedIn, request: FastifyRequest): Promise<unknown> {
    return { agent_tokens: (await liveIn(await ownedAccount(database, owner, request))).map(shown) };
  }

  async function create(owner: SignedIn, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const account = await ownedAccount(database, owner, request);
    const fields = new BodyFields(request.body, ["user", "expires", "may_propose"]);
    const user = fields.optional("user", integerValue({ min: 1 })) ?? owner.userId;
    const expiresAt = fields.optional("expires", timeValue());
    const mayPropose = fields.optional("may_propose", booleanValue()) ?? false;
    fields.errors.throwIfAny();
    const tokenInput = {
      user,
      accounts: [account],
      multi: false,
      mayPropose,
      ...(expiresAt === undefined ? {} : { expiresAt }),
    };
    const { id, token } = await database
      .within([account], causeOf(owner, request))
      .transaction((transaction) => createAgentToken(transaction, tokenInput));
    const created = (await liveIn(account)).find((one) => one.id === id);
    if (!created) throw new Error("The token just created was not found.");
    void reply.code(201);
    return { agent_token: { ...shown(created), token } };
  }

  async function revoke(owner: SignedIn, request: FastifyRequest): Promise<undefined> {
    const account = await ownedAccount(database, owner, request);
    const token = (await liveIn(account)).find(({ id }) => id === idInPath(request, "token"));
    if (!token) throw notFound("Token not found, or already revoked.");
    // Revoking it would affect accounts of other owners too.
    if (token.multi && token.email !== owner.email)
      throw invalid({
        base: ["This token reads other accounts too. Only its user or an administrator can revoke it."],
      });
    await database
      .within([account], causeOf(owner, request))
      .transaction((transaction) => revokeAgentToken(transaction, String(token.id)));
    return undefined;
  }

  async function liveIn(account: number): Promise<ListedAgentToken[]> {
    const tokens = await database
      .within([account])
      .transaction((transaction) => listAgentTokens(transaction, { account }), "read");
    return tokens.filter(({ good }) => good);
  }
}

/** Without the token's other accounts, which this account's owners may not see. */
function shown({ id, prefix, email, multi, mayPropose, createdAt, expiresAt, lastUsedAt }: ListedAgentToken) {
  const moment = (instant: number | null): string | null => (instant === null ? null : formatInstant(instant));
  return {
    ...{ id, prefix, email, multi },
    may_propose: mayPropose,
    created_at: moment(createdAt),
    expires_at: moment(expiresAt),
    last_used_at: moment(lastUsedAt),
  };
}
