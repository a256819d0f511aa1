/** The penalty for canceling this many days before arrival, or fewer. */
export interface CancelationItem {
  readonly eligibleDays: number;
  /** Basis points of the final price. */
  readonly penalty: number;
}

/** The names of the ready-made policies (enums.yaml). */
export const cancelationPresets = ["flexible", "moderate", "strict", "moderate20200317", "strict20200317"] as const;

export type CancelationPreset = (typeof cancelationPresets)[number];

/** The items of each preset (bookings.md, Cancelation policies). */
export const itemsOfPreset: Readonly<Record<CancelationPreset, readonly CancelationItem[]>> = {
  flexible: [{ eligibleDays: 1, penalty: 100_00 }],
  moderate: [{ eligibleDays: 5, penalty: 100_00 }],
  strict: [
    { eligibleDays: 60, penalty: 50_00 },
    { eligibleDays: 7, penalty: 100_00 },
  ],
  moderate20200317: [{ eligibleDays: 5, penalty: 50_00 }],
  strict20200317: [
    { eligibleDays: 14, penalty: 50_00 },
    { eligibleDays: 7, penalty: 100_00 },
  ],
};
