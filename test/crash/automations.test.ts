import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { addressOf, aReader, aRule, aTemplate } from "../automations/fixture.ts";
import { ApiClient, type Json } from "../harness/client.ts";
import { runSql } from "../harness/databases.ts";
import { aBooking, aRental } from "../harness/factories.ts";
import { until } from "../harness/until.ts";
import { aMigratedDirectory } from "../start/migrated-directory.ts";
import { aToken, plainSettings, Service, serverOf } from "../start/service.ts";
import { kill, postmasterOn, processesOn } from "./processes.ts";

vi.setConfig({ testTimeout: 400_000 });

const onLinux = test.runIf(process.platform === "linux");
const guests = 60;

onLinux(
  "a service that is killed between commits and mails loses no message of a rule and sends none twice",
  async () => {
    const directory = await aMigratedDirectory();
    onTestFinished(async () => (await processesOn(directory)).forEach(kill));
    const settings = await plainSettings(directory);
    let service = await new Service(settings).ready();
    const server = await serverOf(directory);
    const { token, account } = await aToken(server);
    const client = new ApiClient(`http://127.0.0.1:${settings.ROOST_HTTP_PORT}`, token, account);
    const sql = async (text: string): Promise<Json[]> => (await runSql(await serverOf(directory), text)).rows;
    await sql(`update accounts set mails_booking_confirmations = false where id = ${account}`);
    const template = await aTemplate(client, { subject: { en: "Directions" }, body: { en: "{{booking.reference}}" } });
    const rental = await aRental(client);
    const stays: { readonly address: string; readonly reference: string }[] = [];
    for (let year = 2030; year < 2030 + guests; year++) {
      const guest = await aReader(client);
      const stay = { start_at: `${year}-01-04`, end_at: `${year}-01-08`, booked: true, client_id: guest.id };
      stays.push({ address: addressOf(guest), reference: String((await aBooking(client, rental, stay)).reference) });
    }
    const rule = await aRule(client, { effect: "message", message_template_id: template.id, state: "paused" });
    // All at once: the actions are due now, and the rule goes on.
    await sql(
      `update scheduled_actions set requested_at = now(), state = 'scheduled', due_at = now() where automation_id = ${rule.id}`,
    );

    const sent = async (): Promise<number> => (await sql("select from scheduled_actions where state = 'sent'")).length;
    const disturbances = [
      async (): Promise<void> => {
        await service.signal("SIGKILL");
        await until(async () => (await processesOn(directory)).length === 0);
      },
      async (): Promise<void> => {
        kill(await postmasterOn(directory));
        await service.ended;
      },
    ];
    await client.put(`/automations/${rule.id}`, { automations: [{ state: "on" }] });
    for (const [round, disturb] of disturbances.entries()) {
      await until(async () => (await sent()) >= 10 + 20 * round);
      await disturb();
      service = await new Service(settings).ready();
    }
    await until(async () => (await sent()) === guests);
    await until(async () => (await sql("select from mails where state <> 'sent'")).length === 0);

    const stored = await sql("select recipient, count(*)::integer as count from mails group by recipient");
    expect(new Map(stored.map(({ recipient, count }) => [recipient, count]))).toEqual(
      new Map(stays.map(({ address }) => [address, 1])),
    );
    // A mail that is sent again has the same file. A killed service may leave one that is not complete, under another name.
    const folder = join(directory, "mails");
    const names = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
    const files = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
    expect(files).toHaveLength(guests);
    for (const { address, reference } of stays)
      expect(
        files
          .filter((file) => file.includes(`<${address}>`) || file.includes(`To: ${address}`))
          .filter((file) => file.includes(reference)),
      ).toHaveLength(1);
    expect(await service.signal("SIGTERM")).toEqual({ code: 0, signal: null });
  },
);
