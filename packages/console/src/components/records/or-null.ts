import { NotFound } from "@roost/client";

/** The record that a read finds, or null if the account has no such record. */
export async function orNull<Found>(read: () => Promise<Found | null>): Promise<Found | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}
