/** A zone's clock. @param reading as if it were UTC @returns the instant at which the clock shows it; both in epoch milliseconds */
export type Clock = (reading: number) => number;
