import type { Place } from "../place/place.ts";
import type { PlannedFault } from "../plan.ts";

/** Injects a fault and returns when it is over; killed processes are restarted. @returns the number of affected targets */
export type Fault = (place: Place, planned: PlannedFault) => Promise<number>;
