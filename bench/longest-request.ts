import { BenchError } from "./bench.ts";

/**
 * Changes and reads bookings one after another until the work ends.
 * @param bookings ids of one account
 * @returns the longest time in milliseconds
 */
export async function longestRequest(
  url: string,
  token: string,
  bookings: readonly number[],
  work: Promise<unknown>,
): Promise<number> {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  let longest = 0;
  for (let number = 0; !isOver; number++) {
    const start = performance.now();
    const change = number % 2 === 0;
    const response = await fetch(`${url}/api/v3/bookings/${bookings[number % bookings.length]}`, {
      method: change ? "PUT" : "GET",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/vnd.api+json" },
      ...(change ? { body: JSON.stringify({ bookings: [{ adults: 1 + (number % 7) }] }) } : {}),
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new BenchError(`A request beside the work returned ${response.status}.`);
    longest = Math.max(longest, performance.now() - start);
  }
  await ended;
  return longest;
}
