import { violatedConstraint } from "../../database/sql/errors.ts";
import { type ErrorsByAttribute, invalid } from "../errors.ts";

/** Awaits a write and maps a violated constraint, by name, to its messages. @throws RequestError 422 */
export async function mapConstraintErrors<T>(
  write: Promise<T>,
  messagesByConstraint: Readonly<Record<string, ErrorsByAttribute>>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const messages = messagesByConstraint[violatedConstraint(error) ?? ""];
    throw messages ? invalid(messages) : error;
  }
}
