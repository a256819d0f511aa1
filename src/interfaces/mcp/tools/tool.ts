import type { AgentToken } from "../../../modules/platform/access/agent-tokens/agent-tokens.ts";
import type { ToolDependencies } from "../dependencies.ts";
import type { Arguments } from "./arguments.ts";

/** An authenticated tool call with its account resolved. */
export interface ToolCall {
  readonly dependencies: ToolDependencies;
  readonly token: AgentToken;
  /** Undefined when a multi-account token names none. */
  readonly account: number | undefined;
  readonly args: Arguments;
}

/** The result of a call: a JSON text, and the number of records in it. */
export interface ToolAnswer {
  readonly json: string;
  readonly rows: number;
}

/** A tool that agents can call (agent.md, Tools). All tools are read-only. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schemas of the arguments by name, without the common `account_id`. */
  readonly properties: (dependencies: ToolDependencies) => Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  /** Alternative argument names, each mapped to an argument. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Combines many records, so a role either has the whole tool or not (`Limits.operations`). Other tools are limited per record. */
  readonly isQuestion?: true;
  readonly run: (call: ToolCall) => ToolAnswer | Promise<ToolAnswer>;
}

/** The argument common to all tools. */
export const accountProperty = {
  account_id: {
    type: "integer",
    minimum: 1,
    description:
      "The account to read. Required for tokens of several accounts, unless a header or _meta names it. Optional for other tokens.",
  },
};

export const resourceProperty = ({ resources }: ToolDependencies) => ({
  resource: {
    type: "string",
    enum: [...resources.keys()],
    description: "The resource's name. api_v3_resources describes each one.",
  },
});

export const fieldsProperty = {
  fields: {
    type: "array",
    items: { type: "string" },
    description:
      "The fields to show: attributes, relations (rental), attributes of a related record (client.fullname), links for all relations, or * for everything.",
  },
};
