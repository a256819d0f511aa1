import { expect, test } from "vitest";
import type { RawRow } from "../../src/database/sql/transaction.ts";
import { digestOf, newAccessToken } from "../../src/modules/platform/access/access-token.ts";
import { apiTokens } from "../../src/modules/platform/access/tokens/api-tokens.ts";
import { TokenVerifier } from "../../src/modules/platform/access/tokens/token-verifier.ts";

/** PostgreSQL's row for a token of application 7 with this many counted requests. */
const rowOf = (index: number, token: string, used: number): RawRow => [
  ...["1800000000000", "1800003600", String(index), `\\x${digestOf(token).toString("hex")}`, "7", "10", String(used)],
  ...[null, "bookings_read", "7", "1", "f", "f"],
];

test("looks up each token of a batch once, and numbers its requests in the order of arrival", async () => {
  const [first, second, unknown] = [newAccessToken(), newAccessToken(), newAccessToken()];
  const asked: (readonly unknown[])[] = [];
  const reader = {
    read: async (_: unknown, values: readonly unknown[]): Promise<RawRow[]> => {
      asked.push(values);
      return [rowOf(0, first, 9), rowOf(1, second, 9)];
    },
  };
  const verifier = new TokenVerifier(reader, apiTokens);
  const presented = [first, second, "no token", first, unknown, first];
  const verified = await Promise.all(presented.map((token) => verifier.verify({ token })));
  expect(asked.map(([indexes, , requests]) => [indexes, requests])).toEqual([["{0,1,2}", "{3,1,1}"]]);
  expect(verified.map(({ valid }) => valid?.rateLimit.remaining)).toEqual([4, 3, undefined, 2, undefined, 1]);
});
