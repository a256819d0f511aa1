import { dayOfInstant, formatDay } from "../../core/day.ts";
import type { Transaction } from "../../database/sql/transaction.ts";
import type { JobContext } from "../../kernel/write/jobs/job.ts";
import { consoleClientId } from "../../modules/platform/access/applications/console-application.ts";
import { queuePing } from "../../modules/records/webhooks/endpoint/queue-ping.ts";
import { routes } from "../registry.ts";
import { demoContext } from "./demo-context.ts";
import { InProcessApi } from "./seed/in-process-api.ts";

/**
 * A loopback endpoint where nothing listens: deliveries fail, either refused or blocked by the settings, and nothing leaves the machine. Its
 * event type does not occur during a start.
 */
const receiver = {
  url: "http://127.0.0.1:9/guests",
  description: "Newsletter: removes deleted guests",
  event_types: ["client.deleted"],
};

const neighbour = "Neighbour's portal";

/**
 * Gives the settings pages content: a webhook endpoint with a failed delivery, and an imported calendar whose only event conflicts with a
 * booking and so books nothing. Does nothing if already done.
 */
export async function connectOutside(context: JobContext, rental: number): Promise<void> {
  const { account, now } = context;
  await context.scope.transaction(async (transaction) => {
    if (await isConnected(transaction, account)) return;
    const found = await transaction.row<{ application: number; arrival: string; departure: string; uid: number }>(
      `select applications.id as application, bookings.id as uid, to_char(start_at, 'YYYYMMDD') as arrival, to_char(end_at + interval '1 day', 'YYYYMMDD') as departure
       from bookings join applications on applications.client_id = ${consoleClientId("$1::bigint")}
       where account_id = $1 and rental_id = $2 and booked and bookings.canceled_at is null and start_at > $3::date + 7 order by start_at limit 1`,
      [account, rental, formatDay(dayOfInstant(now))],
    );
    if (!found) return;
    const { secrets, files } = context;
    const written = await demoContext(
      transaction,
      { secrets, files },
      { ...{ account, now }, application: found.application },
    );
    const api = new InProcessApi({ ...written, outgoing: { privateFetch: [], localWebhooks: true } }, routes);
    const feed = await api.create("/calendar_feeds", "calendar_feeds", {
      kind: "import",
      name: neighbour,
      rental_id: rental,
    });
    const calendar = calendarOf(found);
    await api.write("POST", `/calendar_feeds/${feed}/upload`, { calendar_feeds: [{ calendar }] });
    const endpoint = await api.create("/webhook_endpoints", "webhook_endpoints", receiver);
    await queuePing(written, endpoint);
  });
}

async function isConnected(transaction: Transaction, account: number): Promise<boolean> {
  const feed = await transaction.row<{ id: number }>(
    "select id from calendar_feeds where account_id = $1 and name = $2 limit 1",
    [account, neighbour],
  );
  return feed !== undefined;
}

/** A portal's calendar that reserves a booking's nights and one more: a double booking, no echo. */
function calendarOf({ uid, arrival, departure }: { uid: number; arrival: string; departure: string }): string {
  const event = [
    `UID:${uid}@portal.example`,
    "DTSTAMP:20260101T000000Z",
    `DTSTART;VALUE=DATE:${arrival}`,
    `DTEND;VALUE=DATE:${departure}`,
    "SUMMARY:Reserved",
  ];
  const lines = ["BEGIN:VEVENT", ...event, "END:VEVENT"];
  return `${["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Portal//EN", ...lines, "END:VCALENDAR"].join("\r\n")}\r\n`;
}
