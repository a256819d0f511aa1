import { Agent } from "node:http";
import { Agent as SecureAgent } from "node:https";

/** Keep-alive connections for callers with several requests to one server. Each goes to a checked address. */
export class Connections {
  private readonly plain: Agent;
  private readonly secure: SecureAgent;

  /** @param maxIdle idle connections per server */
  constructor(maxIdle: number) {
    const options = { keepAlive: true, maxFreeSockets: maxIdle };
    this.plain = new Agent(options);
    this.secure = new SecureAgent(options);
  }

  /** The node:http or node:https agent for a URL. */
  agentFor({ protocol }: URL): Agent | SecureAgent {
    return protocol === "https:" ? this.secure : this.plain;
  }

  /** Closes idle connections. */
  close(): void {
    this.plain.destroy();
    this.secure.destroy();
  }
}
