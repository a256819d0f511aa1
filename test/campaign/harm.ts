import { setTimeout as wait } from "node:timers/promises";
import { faults } from "./faults/faults.ts";
import type { FaultKind } from "./faults/kinds.ts";
import type { Plan, PlannedFault } from "./plan.ts";
import type { System } from "./system/system.ts";

/** Injects the planned faults one by one. */
export class Harm {
  /** The number of affected targets by kind of fault. */
  readonly struck = new Map<FaultKind, number>();
  readonly #system: System;
  readonly #plan: Plan;
  readonly #report: (line: string) => void;

  constructor(system: System, plan: Plan, report: (line: string) => void) {
    this.#system = system;
    this.#plan = plan;
    this.#report = report;
  }

  get total(): number {
    return [...this.struck.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Works until the plan is complete or the campaign ends. */
  async work(ending: AbortSignal): Promise<void> {
    const began = Date.now();
    for (const planned of this.#plan.faults) {
      const left = planned.at - (Date.now() - began);
      // The signal ends the wait early.
      if (left > 0) await wait(left, undefined, { signal: ending }).catch(() => undefined);
      if (ending.aborted) return;
      const struck = await this.#strike(planned, ending);
      this.struck.set(planned.kind, (this.struck.get(planned.kind) ?? 0) + struck);
      const seconds = ((Date.now() - began) / 1000).toFixed(1);
      this.#report(`  ${seconds} s: ${planned.kind}, ${struck} times, for ${planned.lasts} ms`);
    }
  }

  /** Retries for a while, because an earlier fault may have left the target down. */
  async #strike(planned: PlannedFault, ending: AbortSignal): Promise<number> {
    for (let tries = 0; tries < 40 && !ending.aborted; tries++) {
      const struck = await faults[planned.kind](this.#system, planned);
      if (struck > 0) return struck;
      await wait(500);
    }
    return 0;
  }
}
