import { defineConfig } from "vitest/config";

/** `npm run upgrade:fixture`: not a test, but it needs the tests' server. */
export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ["test/upgrade/make-fixture.ts"],
    globalSetup: ["test/harness/server.ts"],
    testTimeout: 120_000,
  },
});
