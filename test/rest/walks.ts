import { expect } from "vitest";
import { type Answer, type ApiClient, recordsOf } from "../harness/client.ts";

/** The next page's path and query; undefined on the last page. */
function nextOf(answer: Answer): string | undefined {
  const { next } = Object(Object(answer.json.meta).Link);
  if (next === undefined) return undefined;
  const { pathname, search } = new URL(next);
  return pathname + search;
}

/**
 * Asserts that a list of at most 100 records is the same as one page, by `next`, and by page number.
 * @returns the number of records
 */
export async function walked(client: ApiClient, path: string, root: string, what: string): Promise<number> {
  const sized = (size: number) => `${path}${path.includes("?") ? "&" : "?"}per_page=${size}`;
  const first = await client.get(sized(100));
  const total = Number(first.headers.get("x-total-count"));
  const whole: unknown[] = recordsOf(first, root);
  // Some lists allow only one record per page.
  if (total > whole.length) expect(first.headers.get("x-per-page"), what).not.toBe("100");
  const size = Math.max(1, Math.ceil(whole.length / 3));
  const pages = Math.max(1, Math.ceil(total / size));
  const seen: unknown[] = [];
  let next: string | undefined = sized(size);
  for (let page = 1; next !== undefined; page++) {
    const answer: Answer = await client.get(next);
    const byNumber = await client.get(`${sized(size)}&page=${page}`);
    expect(recordsOf(byNumber, root), what).toEqual(recordsOf(answer, root));
    for (const { headers } of [answer, byNumber]) {
      expect(headers.get("x-total-count"), what).toBe(String(total));
      expect(headers.get("x-total-pages"), what).toBe(String(pages));
    }
    expect(nextOf(byNumber) === undefined, what).toBe(page >= pages);
    seen.push(...recordsOf(answer, root));
    next = nextOf(answer);
  }
  expect(seen, what).toHaveLength(total);
  if (total === whole.length) expect(seen, what).toEqual(whole);
  return total;
}
