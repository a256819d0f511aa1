import { useQuery } from "@tanstack/react-query";
import { callConsole } from "../../../app/console-calls.ts";
import { useSession } from "../../../app/session.tsx";

/** A token with which an agent reads the account for a person, and may propose changes (agent.md, Tokens). */
export interface AgentToken {
  readonly id: number;
  /** The token's first characters, which identify it. */
  readonly prefix: string;
  readonly email: string;
  /** Whether it also reads other accounts. */
  readonly multi: boolean;
  /** Whether it may propose changes for a person to approve. */
  readonly may_propose: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
}

/** Not part of the API, so the change feed does not cover it: refetched whenever the screen opens. */
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
