import { violatedConstraint } from "../../database/sql/errors.ts";
import { type ErrorsByAttribute, invalid } from "../errors.ts";

/** Waits for a write and says what a violated constraint means, by the constraint's name. @throws RequestError 422 */
export async function explained<T>(
  write: Promise<T>,
  refusals: Readonly<Record<string, ErrorsByAttribute>>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const messages = refusals[violatedConstraint(error) ?? ""];
    throw messages ? invalid(messages) : error;
  }
}
