import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { useSharedService } from "../harness/service.ts";
import { anApplication, aPerson, authorizePath, outOfBand, request } from "./fixture.ts";

const service = useSharedService();
const here = import.meta.dirname;
const text = await readFile(join(here, "../../docs/guides/oauth.md"), "utf8");

describe("docs/guides/oauth.md", () => {
  it("contains curl lines that work unchanged, from the code to the refresh", async () => {
    const [exchangeLine = "", callLine = "", refreshLine = ""] = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(
      ([, line]) => line,
    );
    const application = await anApplication(service, { redirectUris: [outOfBand] });
    const owner = await aPerson(service, [{ account: await service.anAccount() }]);
    const path = authorizePath(request(application, { redirect_uri: outOfBand, scope: "public bookings_read" }));
    const shown = await (await owner.answer(path, "approve")).text();
    const values = {
      ROOST: service.url,
      CLIENT_ID: application.clientId,
      CLIENT_SECRET: application.clientSecret,
      CODE: /id="code"[^>]*>([^<]+)</.exec(shown)?.[1] ?? "",
    };

    const tokens = await typed(exchangeLine, values);
    expect(tokens).toMatchObject({ token_type: "bearer", expires_in: 7200, scope: "public bookings_read" });
    const access = { ...values, ACCESS_TOKEN: String(tokens.access_token) };
    expect(await typed(callLine, access)).toMatchObject({ bookings: [] });
    const fresh = await typed(refreshLine, { ...values, REFRESH_TOKEN: String(tokens.refresh_token) });
    expect(fresh).toMatchObject({ token_type: "bearer", expires_in: 7200, scope: "public bookings_read" });
    expect(await typed(callLine, { ...values, ACCESS_TOKEN: String(fresh.access_token) })).toMatchObject({
      bookings: [],
    });
  });

  it("quotes only existing test names", async () => {
    const named = [...text.matchAll(/^\| [\d., ]+ \|.*\| (\w+): (.+) \|$/gm)].map(([, file = "", name = ""]) => ({
      file,
      name,
    }));
    expect(named.length).toBeGreaterThan(20);
    for (const { file, name } of named) {
      const source = await readFile(join(here, `${file}.test.ts`), "utf8");
      expect(source, `${file}: ${name}`).toContain(name);
    }
  });
});

/** Runs a line in a shell. @returns its parsed JSON output */
async function typed(line: string, variables: Record<string, string>): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)("sh", ["-c", line], { env: { PATH: process.env.PATH, ...variables } });
  const parsed: unknown = JSON.parse(stdout);
  return { ...Object(parsed) };
}
