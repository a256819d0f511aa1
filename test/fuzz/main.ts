import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/**
 * `npm run fuzz -- --requests 100000 --seed 7 --seconds 3600` runs the tests' fuzzer for longer and prints a table of findings.
 * It stops when all requests are sent or the time is up.
 */
const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "10000" },
    seed: { type: "string" },
    seconds: { type: "string", default: "36000" },
  },
});
const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, "run", "test/fuzz/fuzz.test.ts"], {
  stdio: "inherit",
  env: {
    ...process.env,
    ROOST_FUZZ_REQUESTS: values.requests,
    ROOST_FUZZ_SECONDS: values.seconds,
    ROOST_PROPERTY_SEED: values.seed ?? String(Date.now() % 1_000_000_000),
  },
});
process.exitCode = status ?? 1;
