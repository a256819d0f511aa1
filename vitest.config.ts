import { createHash } from "node:crypto";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { compileCache } from "./test/harness/compile-cache.ts";
import { directoryInMemory } from "./test/harness/in-memory.ts";

/**
 * Orders the files by seed. Files that start whole services take longest and run first, so that none runs alone at the end.
 */
class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const position = ({ moduleId }: TestSpecification): string => {
      const drawn = createHash("sha256").update(`${this.ctx.config.sequence.seed} ${moduleId}`).digest("hex");
      return `${/test\/(contributing|crash|guides|start)\/|console\/(accessibility|jobs|states)/.test(moduleId) ? 0 : 1} ${drawn}`;
    };
    return files.toSorted((a, b) => (position(a) < position(b) ? -1 : 1));
  }
}

/** Tests that start processes, servers or a browser. The others run in-process, against a real PostgreSQL. */
const system = [
  ...[
    "backup",
    "campaign",
    "cli",
    "console",
    "contributing",
    "crash",
    "deploy",
    "guides",
    "replicas",
    "start",
    "telemetry",
    "upgrade",
  ].map((folder) => `test/${folder}/**/*.test.ts`),
  ...[
    "demo/welcome",
    "events/under-fire",
    "jobs/killed",
    "mcp/configured",
    "mcp/conformance",
    "mcp/questions",
    "openapi/generators",
    "portal/browser",
    "rest/documentation",
    "sites/booking-browser",
    "sites/browser",
    "sites/widget",
    "webhooks/restart",
  ].map((file) => `test/${file}.test.ts`),
  ...[
    "browser",
    "command-line",
    "consent",
    "copying",
    "docs",
    "own-password",
    "pay-page",
    "second-factor",
    "webhooks-guide",
  ].map((file) => `test/web/${file}.test.ts`),
  "packages/client/test/published.test.ts",
  "packages/embedded-postgres/test/**/*.test.ts",
];

// Not with coverage: cached code is counted less exactly.
if (!process.argv.includes("--coverage")) process.env.NODE_COMPILE_CACHE ??= compileCache;
const temporary = process.env.TMPDIR ?? directoryInMemory();
if (temporary !== undefined) process.env.TMPDIR = temporary;

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "fast",
          include: ["test/**/*.test.ts", "packages/*/test/**/*.test.ts"],
          // Citus tests need a cluster: `npm run test:citus`.
          exclude: ["test/citus/**", "**/node_modules/**", ...system],
        },
      },
      { extends: true, test: { name: "system", include: system, globalSetup: ["test/harness/bundle.ts"] } },
    ],
    globalSetup: ["test/harness/server.ts"],
    setupFiles: ["test/harness/every-file.ts"],
    // Generous, for busy machines: only a test that hangs takes this long. Set here, because shared modules load once per worker and would
    // set it for the first file only.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The default is one second.
    expect: { poll: { timeout: 60_000 } },
    sequence: { shuffle: { tests: true }, sequencer: SlowFilesFirst },
    // One more than the smallest machine's processors, because many files wait for processes to start or end.
    maxWorkers: 3,
    // Every file has its own database and service and leaves nothing behind. Loading the service once per worker saves a fifth of the time.
    isolate: false,
    // Node loads the modules itself, as in production. Vite's runner would transform every file, and only mocks need it.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Includes files that no test reaches. Excludes programs that tests start as separate processes.
    coverage: { provider: "v8", include: ["src/**", "packages/*/src/**"], reporter: ["text-summary", "html"] },
    // CI reads the counts from the JSON file.
    reporters: process.env.CI ? ["dot", ["json", { outputFile: "node_modules/.cache/tests.json" }]] : ["default"],
  },
});
