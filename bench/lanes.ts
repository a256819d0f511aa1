import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { type Bench, BenchError, type Outcome } from "./bench.ts";
import { BusyAccount } from "./busy-account.ts";
import { makeFixture } from "./fixture.ts";
import { rounded, table } from "./table.ts";
import { startEvents } from "./variants.ts";

/** The waits of one account's payment, mail and calendar beside another account's slow jobs. */
export const lanes: Bench = {
  claim: "Waits of a payment, a mail and a calendar beside another account's slow downloads, photos and calendar.",
  async run({ signal, rounds = 3 }) {
    await using fixture = await makeFixture(false, signal);
    await using slow = await slowServer();
    await using service = await startEvents(
      { database: fixture.login, publishes: false, owner: fixture.owner },
      undefined,
    );
    const [first = 0, second = 0] = await fixture.ids("select id from accounts order by id limit 2");
    const busy = await BusyAccount.open(fixture, service.url, first);
    const measured = await BusyAccount.open(fixture, service.url, second);
    console.error("Measuring quiet …");
    const quiet = await waits(measured, rounds);
    console.error("Queueing 24 downloads, 30 photos and a calendar …");
    await makeBusy(busy, slow.url);
    console.error("Measuring beside them …");
    return report(quiet, await waits(measured, rounds));
  },
};

/** A server that sends a byte every five seconds. */
async function slowServer() {
  const server = createServer((_, response) => {
    const timer = setInterval(() => response.write("a"), 5_000);
    response.writeHead(200, { "content-type": "text/plain" }).on("close", () => clearInterval(timer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const isBound = (bound: ReturnType<typeof server.address>): bound is AddressInfo => typeof bound === "object";
  const bound = server.address();
  if (!isBound(bound)) throw new BenchError("The slow server does not listen on a port.");
  return {
    url: `http://127.0.0.1:${bound.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

type Waits = Readonly<Record<"payment" | "mail" | "calendar", number>>;

/** The maximum of several rounds, in milliseconds. */
async function waits(account: BusyAccount, rounds: number): Promise<Waits> {
  const maxWaits = { payment: 0, mail: 0, calendar: 0 };
  for (let round = 0; round < rounds; round++) {
    const booking = await account.book();
    const mail = await account.until(`select id from mails where booking_id = ${booking} and state = 'sent'`);
    const paid = await account.pay(booking);
    const payment = await account.until(`select id from payments where id = ${paid} and paid_at is not null`);
    const feed = await account.calendar(3);
    const read = `select id from calendar_feeds where id = ${feed} and last_success_at is not null`;
    const calendar = await account.until(read);
    maxWaits.payment = Math.max(maxWaits.payment, payment);
    maxWaits.mail = Math.max(maxWaits.mail, mail);
    maxWaits.calendar = Math.max(maxWaits.calendar, calendar);
  }
  return maxWaits;
}

/** 24 endless files, 30 large photos and a calendar with 20,000 events. */
async function makeBusy(account: BusyAccount, slow: string): Promise<void> {
  for (let file = 0; file < 24; file++)
    await account.create("/inbox/attachments", "attachments", { remote_file_url: `${slow}/${file}` });
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const picture = await sharp({ create: { width: 2400, height: 1600, channels: 3, background: "#888", noise } })
    .jpeg({ quality: 70 })
    .toBuffer();
  for (let photo = 0; photo < 30; photo++)
    await account.create(`/rentals/${account.rental}/photos`, "photos", { photo: picture.toString("base64") });
  await account.calendar(20_000);
}

function report(quiet: Waits, busy: Waits): Outcome {
  const names = ["payment", "mail", "calendar"] as const;
  const figures = Object.fromEntries(
    names.flatMap((name) => [
      [`quiet_${name}_ms`, rounded(quiet[name], 0)],
      [`busy_${name}_ms`, rounded(busy[name], 0)],
    ]),
  );
  const rows = names.map((name) => [name, (quiet[name] / 1000).toFixed(2), (busy[name] / 1000).toFixed(2)]);
  const notes = `Seconds from the request's response to the finished job, maximum of all rounds. beside: another account's 24 files from a server that
sends a byte every five seconds, 30 photos of 2400 × 1600 and a calendar with 20,000 events. The goal is at most 5 s.`;
  return { text: `${table(["", "quiet s", "beside s"], rows)}\n\n${notes}`, figures };
}
