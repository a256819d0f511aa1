import fc from "fast-check";
import { afterAll } from "vitest";
import { seed } from "./seed.ts";
import { dayOfNow, wellWithinTheDay } from "./well-within.ts";

// Setup for every test file, before its modules are loaded.
fc.configureGlobal({ seed });
await wellWithinTheDay();

const began = dayOfNow();
afterAll(() => {
  if (dayOfNow() === began) return;
  throw new Error(
    "this file ran across midnight UTC in spite of a five-minute margin; its tests count days from today",
  );
});
