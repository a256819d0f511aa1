import { expect } from "vitest";
import type { ApiClient, Json } from "../harness/client.ts";

/** A feed response. */
export interface Feed {
  readonly events: readonly Json[];
  readonly after: string;
}

/** Reads `GET /events`, which must succeed. */
export async function follow(from: ApiClient, query: Record<string, string> = {}): Promise<Feed> {
  const answer = await from.get(`/events?${new URLSearchParams(query)}`);
  expect(answer.status, answer.text).toBe(200);
  const { events, meta } = JSON.parse(answer.text);
  return { events, after: meta.after };
}
