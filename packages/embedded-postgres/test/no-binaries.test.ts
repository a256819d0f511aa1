import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEmbeddedPostgres } from "../src/embedded-postgres.ts";
import { aDirectory } from "./fixture.ts";

test("programs that do not run on this machine are told of, with the way out", async () => {
  const binaries = await aDirectory();
  await mkdir(join(binaries, "bin"));
  // What Alpine says of a program for glibc: its interpreter, the loader, is not there.
  await writeFile(join(binaries, "bin", "postgres"), "#!/lib/no-such-loader\n", { mode: 0o755 });
  await expect(startEmbeddedPostgres({ directory: await aDirectory(), binaries })).rejects.toThrow(
    /does not run on this machine \(it needs glibc, so not Alpine\): set DATABASE_URL to a PostgreSQL .* ENOENT/,
  );
});

test("a platform without programs is told of, with the way out", async () => {
  const { arch } = process;
  Object.defineProperty(process, "arch", { value: "s390x", configurable: true });
  onTestFinished(() => void Object.defineProperty(process, "arch", { value: arch, configurable: true }));
  await expect(startEmbeddedPostgres({ directory: await aDirectory() })).rejects.toThrow(
    /^There is no PostgreSQL for \w+-s390x in this installation .*: set DATABASE_URL to/,
  );
});
