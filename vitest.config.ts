import { createHash } from "node:crypto";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { compileCache } from "./test/harness/compile-cache.ts";
import { directoryInMemory } from "./test/harness/in-memory.ts";

/**
 * The files in an order that follows from the seed, another one each time; those that start whole services, which take longest, before
 * all others, so that no worker ends alone with one.
 */
class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const position = ({ moduleId }: TestSpecification): string => {
      const drawn = createHash("sha256").update(`${this.ctx.config.sequence.seed} ${moduleId}`).digest("hex");
      return `${/test\/(contributing|crash|start)\//.test(moduleId) ? 0 : 1} ${drawn}`;
    };
    return files.toSorted((a, b) => (position(a) < position(b) ? -1 : 1));
  }
}

// Not where lines are counted: what comes from the cache is counted less exactly.
if (!process.argv.includes("--coverage")) process.env.NODE_COMPILE_CACHE ??= compileCache;
const temporary = process.env.TMPDIR ?? directoryInMemory();
if (temporary !== undefined) process.env.TMPDIR = temporary;

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "packages/*/test/**/*.test.ts"],
    // Where there is a cluster: `npm run test:citus`.
    exclude: ["test/citus/**", "**/node_modules/**"],
    globalSetup: ["test/harness/server.ts"],
    setupFiles: ["test/harness/every-file.ts"],
    // For a machine that is busy with other things: tests wait for events and not for times, and only one that hangs takes so long. Here,
    // and not in modules that tests share: those are loaded once a worker, and would set it for the first file alone.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A second, otherwise.
    expect: { poll: { timeout: 60_000 } },
    sequence: { shuffle: { tests: true }, sequencer: LongOnesFirst },
    // One more than the processors of the smallest machine: many files wait, for processes that start or end, or are taken for dead.
    maxWorkers: 3,
    // Every file has a database and a service of its own, and no file leaves anything behind in its process: loading the service once a
    // worker, and not once a file, saves a fifth of the time.
    isolate: false,
    // Node loads the modules itself, as it does in production: through Vite's runner each use of an import is a look-up, and every file is
    // transformed first. Nothing is mocked here, which would need it.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // What no test reaches is in the report, too. Programs that a test starts as processes of their own are not counted.
    coverage: { provider: "v8", include: ["src/**", "packages/*/src/**"], reporter: ["text-summary", "html"] },
    // CI counts from the file what a person reads on the screen.
    reporters: process.env.CI ? ["dot", ["json", { outputFile: "node_modules/.cache/tests.json" }]] : ["default"],
  },
});
