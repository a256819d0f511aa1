import type { AgentToken } from "../../../modules/platform/access/agent-tokens/agent-tokens.ts";
import type { ToolDependencies } from "../dependencies.ts";
import type { Arguments } from "./arguments.ts";

/** A call of a tool, authenticated and with its account found. */
export interface ToolCall {
  readonly dependencies: ToolDependencies;
  readonly token: AgentToken;
  /** Undefined when a multi-account token names none. */
  readonly account: number | undefined;
  readonly args: Arguments;
}

/** What a call answers: a JSON text, and how many records are in it. */
export interface ToolAnswer {
  readonly json: string;
  readonly rows: number;
}

/** One of the tools that an agent can call (agent.md, Tools). All of them only read. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schemas of its arguments by name, without `account_id`, which all tools take. */
  readonly properties: (dependencies: ToolDependencies) => Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  /** Other names that its arguments are known by. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** It answers a question out of many records: a role has it, or has it not (see `Limits.operations`). Others are limited record by record. */
  readonly isQuestion?: true;
  readonly run: (call: ToolCall) => ToolAnswer | Promise<ToolAnswer>;
}

/** The argument that every tool takes. */
export const accountProperty = {
  account_id: {
    type: "integer",
    minimum: 1,
    description:
      "The account to read. Needed by tokens of several accounts unless the request names it otherwise; others can leave it out.",
  },
};

export const resourceProperty = ({ resources }: ToolDependencies) => ({
  resource: {
    type: "string",
    enum: [...resources.keys()],
    description: "The resource; api_v3_resources tells about each.",
  },
});

export const fieldsProperty = {
  fields: {
    type: "array",
    items: { type: "string" },
    description:
      "Attributes to show; rental names one relation, client.fullname an attribute of the record that it leads to, links all relations, * everything.",
  },
};
