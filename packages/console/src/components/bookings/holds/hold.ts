/** A hold, wherever it is shown. */
export interface Hold {
  readonly id: number;
  readonly reference: string;
}

export type HoldStep = "confirm" | "extend" | "release";
