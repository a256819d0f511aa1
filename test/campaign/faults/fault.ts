import type { PlannedFault } from "../plan.ts";
import type { System } from "../system/system.ts";

/** Injects a fault and returns when it is over; killed processes are restarted. @returns the number of affected targets */
export type Fault = (system: System, planned: PlannedFault) => Promise<number>;
