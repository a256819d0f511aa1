import { dayOfInstant, formatDay } from "../../core/day.ts";
import type { Transaction } from "../../database/sql/transaction.ts";
import type { JobContext } from "../../kernel/write/jobs/job.ts";
import { consoleClientId } from "../../modules/platform/access/applications/console-application.ts";
import { queuePing } from "../../modules/records/webhooks/endpoint/queue-ping.ts";
import { routes } from "../registry.ts";
import { demoContext } from "./demo-context.ts";
import { InProcessApi } from "./seed/in-process-api.ts";

/**
 * On this machine, where nothing listens: what is sent there fails, since it is refused, or, where the settings let nothing be sent to this machine,
 * before it is tried. Nothing leaves the machine. Nobody deletes a guest while it starts.
 */
const receiver = {
  url: "http://127.0.0.1:9/guests",
  description: "Newsletter, which strikes who was deleted",
  event_types: ["client.deleted"],
};

const neighbour = "Neighbour's portal";

/**
 * Gives the settings something to show: an endpoint whose delivery has failed, for the account's own people, and a calendar from a file whose one event
 * is in the way of a booking. It books nothing. What is done is not done again.
 */
export async function connectOutside(context: JobContext, rental: number): Promise<void> {
  const { account, now } = context;
  await context.scope.transaction(async (transaction) => {
    if (await isConnected(transaction, account)) return;
    const found = await transaction.row<{ application: number; arrival: string; departure: string; uid: number }>(
      `select applications.id as application, bookings.id as uid, to_char(start_at, 'YYYYMMDD') as arrival, to_char(end_at, 'YYYYMMDD') as departure
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

/** A calendar that says the nights of a booking are taken, as a portal does that has sold them as well. */
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
