import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/harness/server.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    sequence: { shuffle: true },
    maxWorkers: 2,
    // CI counts from the file what a person reads on the screen.
    reporters: process.env.CI ? ["dot", ["json", { outputFile: "node_modules/.cache/tests.json" }]] : ["default"],
  },
});
