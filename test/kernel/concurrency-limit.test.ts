import { expect, test } from "vitest";
import { ConcurrencyLimit } from "../../src/kernel/concurrency/concurrency-limit.ts";

/** A task that runs until the test ends it. */
function pendingTask() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { end: resolve, work: () => promise };
}

test("limits the running tasks of one key, in order of arrival, without delaying another key", async () => {
  const limit = new ConcurrencyLimit(2, 60_000);
  const began: string[] = [];
  const pieces = ["first", "second", "third", "fourth", "of another"].map((name) => ({ name, ...pendingTask() }));
  const running = pieces.map(({ name, work }) =>
    limit.run(name === "of another" ? "two" : "one", () => {
      began.push(name);
      return work();
    }),
  );
  await expect.poll(() => began.length).toBe(3);
  expect(began).toEqual(["first", "second", "of another"]);
  pieces[1]?.end();
  await expect.poll(() => began.length).toBe(4);
  pieces[0]?.end();
  await expect.poll(() => began.length).toBe(5);
  expect(began.slice(3)).toEqual(["third", "fourth"]);
  for (const { end } of pieces) end();
  await Promise.all(running);
});

test("runs a task without a slot after the wait limit, and takes no slot from later tasks", async () => {
  const limit = new ConcurrencyLimit(1, 20);
  const [held, late] = [pendingTask(), pendingTask()];
  const running = [limit.run("one", held.work)];
  // Only the wait limit can end this wait: the first task is still running.
  await limit.run("one", async () => "unlimited");
  held.end();
  await Promise.all(running);
  running.push(limit.run("one", late.work));
  let isThere = false;
  const next = limit.run("one", async () => {
    isThere = true;
  });
  await Promise.resolve();
  expect(isThere).toBe(false);
  late.end();
  await next;
});

test("releases the slot of a failed task", async () => {
  const limit = new ConcurrencyLimit(1);
  await expect(limit.run("one", () => Promise.reject(new Error("Given up.")))).rejects.toThrow("Given up.");
  expect(await limit.run("one", async () => "next")).toBe("next");
});
