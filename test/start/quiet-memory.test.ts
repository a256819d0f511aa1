import { expect, test } from "vitest";
import { collectGarbage, QuietMemory } from "../../src/app/quiet-memory.ts";

function watched() {
  const state = { processorTime: 0, collections: 0, closings: 0 };
  const memory = new QuietMemory({
    processorTime: () => state.processorTime,
    collect: async () => {
      state.collections++;
      state.processorTime += 5000;
    },
    closeIdle: async () => {
      state.closings++;
    },
  });
  const afterUsing = async (milliseconds: number): Promise<number> => {
    state.processorTime += milliseconds;
    await memory.look();
    return state.collections;
  };
  return { state, afterUsing };
}

test("memory is given back once when a busy time is over, and not while it lasts", async () => {
  const { afterUsing } = watched();
  expect(await afterUsing(4000)).toBe(0);
  expect(await afterUsing(4000)).toBe(0);
  expect(await afterUsing(20)).toBe(1);
  expect(await afterUsing(20)).toBe(1);
  expect(await afterUsing(4000)).toBe(1);
  expect(await afterUsing(20)).toBe(2);
});

test("what a start has left behind is given back although nothing has been asked for", async () => {
  const { afterUsing } = watched();
  expect(await afterUsing(20)).toBe(1);
});

test("connections are closed once when it has been quiet for half a minute, and not in a short pause", async () => {
  const { state, afterUsing } = watched();
  for (const milliseconds of [4000, 20, 20, 4000, 20, 20]) await afterUsing(milliseconds);
  expect(state.closings).toBe(0);
  for (let look = 0; look < 5; look++) await afterUsing(20);
  expect(state.closings).toBe(1);
  for (const milliseconds of [4000, 20, 20, 20]) await afterUsing(milliseconds);
  expect(state.closings).toBe(2);
});

test("a collection frees what nobody holds any more", async () => {
  const forgotten = new WeakRef({ some: "thing" });
  await new Promise(setImmediate);
  await collectGarbage();
  expect(forgotten.deref()).toBeUndefined();
});
