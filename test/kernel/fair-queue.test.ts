import { expect, test } from "vitest";
import { FairQueue } from "../../src/kernel/concurrency/fair-queue.ts";

test("alternates between accounts, however many tasks one has, and runs one task at a time", async () => {
  const queue = new FairQueue();
  const began: number[] = [];
  let underWay = 0;
  const piece = (account: number) =>
    queue.run(account, async () => {
      began.push(account);
      expect(++underWay).toBe(1);
      await Promise.resolve();
      underWay--;
    });
  await Promise.all([1, 1, 1, 1, 2, 2, 3].map(piece));
  expect(began).toEqual([1, 2, 3, 1, 2, 1, 1]);
});

test("runs the next task after a failed one", async () => {
  const queue = new FairQueue();
  const failing = queue.run(1, () => Promise.reject(new Error("The picture is broken.")));
  const next = queue.run(1, async () => "opened");
  await expect(failing).rejects.toThrow("The picture is broken.");
  expect(await next).toBe("opened");
});
