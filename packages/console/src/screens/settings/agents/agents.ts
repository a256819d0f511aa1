import { useQuery } from "@tanstack/react-query";
import { callConsole } from "../../../app/console-calls.ts";
import { useSession } from "../../../app/session.tsx";

/** A token with which an agent reads the account on behalf of a person (agent.md, Tokens). */
export interface AgentToken {
  readonly id: number;
  /** What it begins with, by which its holder knows it. */
  readonly prefix: string;
  readonly email: string;
  /** It reads other accounts as well. */
  readonly multi: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
}

/** No part of the API, and so of no change feed: it is read whenever the screen opens. */
export function useAgentTokens() {
  const { account } = useSession();
  return useQuery({
    queryKey: [account.id, "agent_tokens"],
    queryFn: async () =>
      (await callConsole<{ agent_tokens: readonly AgentToken[] }>("GET", `/accounts/${account.id}/agent_tokens`))
        .agent_tokens,
    staleTime: 0,
  });
}
