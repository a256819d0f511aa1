import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { publishAll } from "../../src/modules/records/events/publish-all.ts";
import { aGuest } from "../harness/factories.ts";
import { publishingOf } from "../harness/publishing.ts";
import { queries } from "../harness/queries.ts";
import { useService } from "../harness/service.ts";
import { executedGuide } from "./executed-guide.ts";
import { freePort, type RunningProgram, runningProgram } from "./running-program.ts";

/** A service that runs its jobs and can deliver to this machine. */
const service = useService({ endpoints: {}, localWebhooks: true });

test("the webhook guide's receiver gets events, and its follower keeps a copy", async () => {
  const publishing = publishingOf(service.database);
  const client = await service.aClient(await service.anAccount(), { scopes: ["webhooks_write", "clients_write"] });
  await aGuest(client, { fullname: "Grace Earlier" });
  // The endpoint receives only changes published after this point.
  await publishAll(service.database.within([client.account]), client.account, queries);
  const PORT = String(await freePort());
  const directory = await mkdtemp(join(tmpdir(), "roost-copy-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const COPY = join(directory, "copy.json");
  const programs = new Map<string, RunningProgram>();
  const printed: string[] = [];
  const line = async (program: string, holding: string): Promise<void> => {
    printed.push((await programs.get(program)?.line(holding)) ?? "nothing");
  };
  // The lines that the programs print after the ping, the new client and its change, by command.
  const awaited = new Map([
    [1, [["receiver", "ping"]]],
    [2, [["receiver", "Ada Guest"]]],
    [6, ["follower", "receiver"].map((program) => [program, "Ada Lovelace"])],
  ]);
  let answered = 0;
  const { answers, variables } = await executedGuide("guides/webhooks.md", {
    known: { ROOST: service.url, TOKEN: client.token ?? "", RECEIVER: `http://127.0.0.1:${PORT}/` },
    between: async ({ kind, text }, known) => {
      const [language, name = ""] = kind.split(" ");
      if (language === "js") programs.set(name, runningProgram(text, { ...known, PORT, COPY }));
      if (name === "follower") await line(name, "copied 2");
      if (kind !== "answered") return;
      for (const [program = "", text = ""] of awaited.get(answered++) ?? []) await line(program, text);
    },
  });
  await publishing.close();
  expect(printed).toEqual([
    expect.stringMatching(/^ping \d+ $/),
    `client.created ${variables.CLIENT} Ada Guest`,
    "copied 2",
    `client.updated ${variables.CLIENT} Ada Lovelace`,
    `client.updated ${variables.CLIENT} Ada Lovelace`,
  ]);
  // The last delivery may be recorded slightly later.
  expect(JSON.parse(answers[3] ?? "")).toMatchObject({
    webhook_deliveries: expect.arrayContaining([expect.objectContaining({ type: "ping", succeeded: true })]),
  });
  expect(JSON.parse(answers[4] ?? "")).toMatchObject({ meta: { replayed: 1 } });
  expect(JSON.parse(answers[5] ?? "").webhook_endpoints[0].secret).toMatch(/^whsec_/);
});
