import { refusalOf } from "@roost/client";
import { presentCsrfToken } from "./session.tsx";

/**
 * Calls the console's own endpoints, which are not part of the API (docs/design/tenancy.md): people, invitations, the session.
 * @param path below `/console`
 * @returns the response body; null when it is empty
 */
export async function callConsole<T>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: unknown,
): Promise<T> {
  const headers = new Headers({ accept: "application/json" });
  if (method !== "GET") headers.set("x-csrf-token", presentCsrfToken());
  if (body !== undefined) headers.set("content-type", "application/json");
  const answer = await fetch(`/console${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw await refusalOf(answer);
  const text = await answer.text();
  return JSON.parse(text === "" ? "null" : text);
}
