import fc from "fast-check";
import { afterAll, inject } from "vitest";
import { seed } from "./seed.ts";
import { dayOfNow, wellWithinTheDay } from "./well-within.ts";

// Setup for every test file, before its modules are loaded.
fc.configureGlobal({ seed });
await wellWithinTheDay();

// In the environment, because programs that run without Vitest start Roost by the same code.
const bundle = inject("bundle");
if (bundle !== undefined) process.env.ROOST_TEST_BUNDLE = bundle;

const began = dayOfNow();
afterAll(() => {
  if (dayOfNow() === began) return;
  throw new Error("this file ran across midnight UTC in spite of its margin; its tests count days from today");
});
