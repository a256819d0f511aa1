import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEmbeddedPostgres } from "../src/embedded-postgres.ts";
import { aDirectory } from "./fixture.ts";

test("a start reports binaries that do not run on this machine, with the alternative", async () => {
  const binaries = await aDirectory();
  await mkdir(join(binaries, "bin"));
  // Like Alpine with a program for glibc: the interpreter, its loader, is missing.
  await writeFile(join(binaries, "bin", "postgres"), "#!/lib/no-such-loader\n", { mode: 0o755 });
  await expect(startEmbeddedPostgres({ directory: await aDirectory(), binaries })).rejects.toThrow(
    /does not run on this machine \(it needs glibc, which Alpine lacks\): set DATABASE_URL to your own PostgreSQL .* ENOENT/,
  );
});

test("a start reports a platform without binaries, with the alternative", async () => {
  const { arch } = process;
  Object.defineProperty(process, "arch", { value: "s390x", configurable: true });
  onTestFinished(() => void Object.defineProperty(process, "arch", { value: arch, configurable: true }));
  await expect(startEmbeddedPostgres({ directory: await aDirectory() })).rejects.toThrow(
    /^This installation has no PostgreSQL for \w+-s390x .*: set DATABASE_URL to/,
  );
});
