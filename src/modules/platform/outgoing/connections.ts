import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";

/** Connections that are kept for the next request to the same server, by whoever has several for it. Each leads to an address that was checked. */
export class Connections {
  private readonly plain: Agent;
  private readonly secure: SecureAgent;

  /** @param most that are kept for each server */
  constructor(most: number) {
    const options = { keepAlive: true, maxFreeSockets: most };
    this.plain = new Agent(options);
    this.secure = new SecureAgent(options);
  }

  /** The agent of node:http or node:https that keeps them. */
  agentFor({ protocol }: URL): Agent | SecureAgent {
    return protocol === "https:" ? this.secure : this.plain;
  }

  /** Ends those that are kept. */
  close(): void {
    this.plain.destroy();
    this.secure.destroy();
  }
}
