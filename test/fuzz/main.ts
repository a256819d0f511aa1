import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** `npm run fuzz -- --requests 100000 --seed 7`: the fuzzer of the tests, for longer, with a table of what it found. */
const { values } = parseArgs({ options: { requests: { type: "string", default: "10000" }, seed: { type: "string" } } });
const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
const { status } = spawnSync(process.execPath, [vitest, "run", "test/fuzz/fuzz.test.ts"], {
  stdio: "inherit",
  env: {
    ...process.env,
    ROOST_FUZZ_REQUESTS: values.requests,
    ROOST_PROPERTY_SEED: values.seed ?? String(Date.now() % 1_000_000_000),
  },
});
process.exitCode = status ?? 1;
