import { refusalOf } from "@roost/client";
import { presentCsrfToken } from "./session.tsx";

/**
 * Asks what the service answers to its own console alone, beside the API (docs/design/tenancy.md): people, invitations, oneself.
 * @param path below `/console`
 * @returns what was answered; null for nothing
 */
export async function askConsole<T>(
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
