import type { RawRow } from "./answer.ts";
import { ReplicaScope } from "./replica-scope.ts";
import type { Replicas } from "./replicas.ts";
import type { Statement } from "./statement.ts";

/** Milliseconds for which replicas stand in for a primary that is gone (operations.md, High availability). */
const longest = 60_000;

/** Reads what no account owns while there is no primary: from the replica that has got furthest, for a minute. */
export class StandIn {
  readonly #replicas: Replicas;
  #since: number | undefined;

  constructor(replicas: Replicas) {
    this.#replicas = replicas;
  }

  /** The primary answers. */
  ended(): void {
    this.#since = undefined;
  }

  /** @throws why the primary did not answer, when it has been so for too long, or no replica is good enough */
  async read(statement: Statement, values: readonly unknown[], because: unknown): Promise<RawRow[]> {
    this.#since ??= performance.now();
    if (performance.now() - this.#since > longest) throw because;
    const chosen = await this.#replicas.furthest();
    if (!chosen) throw because;
    return new ReplicaScope(chosen.replica, []).read(statement, values).catch(() => {
      throw because;
    });
  }
}
