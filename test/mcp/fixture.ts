import { createAgentToken } from "../../src/modules/platform/access/agent-tokens/create-token.ts";
import type { Json } from "../harness/client.ts";
import type { TestService } from "../harness/service.ts";
import { assertMatchesSchema } from "./answer-schemas.ts";

/** An agent endpoint token with its user and accounts. */
export interface TestToken {
  readonly id: number;
  readonly token: string;
  readonly accounts: readonly number[];
}

let users = 0;

/** A user who owns these accounts. */
export async function anOwner(service: TestService, accounts: readonly number[]): Promise<number> {
  const [user] = await service.sql(
    "insert into users (email, fullname) values ($1, 'Rosa Robles') returning id::integer",
    [`owner-${++users}-${crypto.randomUUID()}@example.com`],
  );
  for (const account of accounts) {
    await service.sql("insert into memberships (account_id, user_id, role) values ($1, $2, 'owner')", [
      account,
      user?.id,
    ]);
  }
  return Number(user?.id);
}

/** Creates a token for accounts that a new user owns; `multi` makes it a multi-account token. `limit` defaults to a huge rate limit. */
export async function aToken(
  service: TestService,
  accounts: readonly number[],
  {
    limit = 1_000_000,
    ...options
  }: { readonly multi?: boolean; readonly expiresAt?: number; readonly mayPropose?: boolean; limit?: number } = {},
): Promise<TestToken> {
  const user = await anOwner(service, accounts);
  const made = await service.database.transaction((transaction) =>
    createAgentToken(transaction, { user, accounts, multi: accounts.length > 1, ...options }),
  );
  await service.sql("update agent_tokens set rate_limit = $2 where id = $1", [made.id, limit]);
  return { ...made, accounts };
}

/** A response from the endpoint. */
export interface RpcAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON from the body or its event; undefined if there is none. */
  readonly json: unknown;
}

/** An agent that writes raw protocol messages, including invalid ones. */
export class WireAgent {
  readonly url: string;
  headers: Record<string, string>;
  private count = 0;

  constructor(url: string, token: string | undefined, headers: Record<string, string> = {}) {
    this.url = url;
    this.headers = { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers };
  }

  /** Starts a session and sends its id with every later request. */
  async initialize(version = "2025-06-18"): Promise<RpcAnswer> {
    const answer = await this.request("initialize", {
      protocolVersion: version,
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
    const session = answer.headers.get("mcp-session-id");
    if (session !== null) this.headers = { ...this.headers, "mcp-session-id": session };
    return answer;
  }

  /** Calls a method. */
  request(method: string, params?: unknown, headers?: Record<string, string>): Promise<RpcAnswer> {
    const message = { jsonrpc: "2.0", id: ++this.count, method, ...(params === undefined ? {} : { params }) };
    return this.post(JSON.stringify(message), headers);
  }

  /** Calls a tool and returns the response, successful or not. */
  async call(
    name: string,
    args: Json = {},
    more: { meta?: Json; headers?: Record<string, string> } = {},
  ): Promise<RpcAnswer> {
    const params = { name, arguments: args, ...(more.meta ? { _meta: more.meta } : {}) };
    return this.validated(name, await this.request("tools/call", params, more.headers));
  }

  /** Every structured content must match its tool's schema. */
  private validated(name: string, answer: RpcAnswer): RpcAnswer {
    const { structuredContent } = objectIn(objectIn(answer.json).result);
    if (structuredContent !== undefined) assertMatchesSchema(name, structuredContent);
    return answer;
  }

  /** Calls a tool that must succeed and returns its structured content. */
  async content(name: string, args: Json = {}, more: { meta?: Json } = {}): Promise<Json> {
    const answer = await this.call(name, args, more);
    const { structuredContent } = objectIn(objectIn(answer.json).result);
    if (structuredContent === undefined) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    return objectIn(structuredContent);
  }

  /** Lists records, with all fields unless `fields` selects some. */
  async list(resource: string, args: Json = {}): Promise<Json[]> {
    return recordsIn(await this.content("api_v3_list", { resource, fields: "*", ...args }), resource);
  }

  async post(body: string, headers: Record<string, string> = {}): Promise<RpcAnswer> {
    return this.send("POST", { body, headers: { "content-type": "application/json", ...headers } });
  }

  async send(
    method: string,
    options: { body?: string; headers?: Record<string, string>; query?: string } = {},
  ): Promise<RpcAnswer> {
    const response = await fetch(`${this.url}/mcp${options.query ?? ""}`, {
      method,
      headers: { ...this.headers, ...options.headers },
      ...(options.body === undefined ? {} : { body: options.body }),
    });
    const text = await response.text();
    const data = /^event: message\ndata: (.*)\n\n$/.exec(text)?.[1] ?? text;
    const json: unknown = /^[[{]/.test(data) ? JSON.parse(data) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  }
}

/** An agent with a session. */
export async function anAgent(
  service: TestService,
  token: TestToken,
  headers: Record<string, string> = {},
): Promise<WireAgent> {
  const agent = new WireAgent(service.url, token.token, headers);
  const answer = await agent.initialize();
  if (answer.status !== 200) throw new Error(`initialize answered ${answer.status}: ${answer.text}`);
  return agent;
}

/** A response's error: its code and message. */
export function errorIn(answer: RpcAnswer): { code: unknown; message: string } {
  const { code, message } = objectIn(objectIn(answer.json).error);
  return { code, message: String(message) };
}

export function objectIn(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function recordsIn(content: Json, resource: string): Json[] {
  const records = content[resource];
  if (!Array.isArray(records)) throw new Error(`No ${resource} in ${JSON.stringify(content).slice(0, 300)}`);
  return records.map(objectIn);
}

/** A request's outcome: the HTTP status and the error, if any. */
export const outcomeOf = (answer: RpcAnswer) => ({ status: answer.status, ...errorIn(answer) });

/** A call whose response names the account it used. */
export const who = (agent: WireAgent, args: Json = {}, more: Parameters<WireAgent["call"]>[2] = {}) =>
  agent.call("api_v3_list", { resource: "accounts", fields: ["business_name"], ...args }, more);

/** A schema's attributes, each with its type's format and filter operators. */
export function attributesIn(schema: Json): [string, Json][] {
  const types = objectIn(schema.types);
  return Object.entries(objectIn(schema.attributes)).map(([name, attribute]) => {
    const own = objectIn(attribute);
    return [name, { ...objectIn(types[String(own.type)]), ...own }];
  });
}
