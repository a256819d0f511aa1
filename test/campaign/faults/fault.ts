import type { Place } from "../place/place.ts";
import type { PlannedFault } from "../plan.ts";

/** What does harm, and is over when it has returned; what was killed comes back by itself. @returns how many it has struck */
export type Fault = (place: Place, planned: PlannedFault) => Promise<number>;
