import type { FastifyInstance } from "fastify";
import type { Database } from "../../database/connect/database.ts";
import type { ServiceSecrets } from "../../kernel/access/secrets.ts";
import { notFound } from "../../kernel/errors.ts";
import { exportCalendar } from "../../modules/stays/feeds/export/export-calendar.ts";
import { sendTagged } from "./send-tagged.ts";

/** Dependencies of the calendar route. */
export interface CalendarsDependencies {
  readonly database: Database;
  readonly secrets: ServiceSecrets;
  readonly baseUrl: string;
}

/**
 * Serves a rental's calendar at `/calendars/<token>.ics`, to anyone with the URL (docs/concepts/calendars.md). Programs poll it, so an unchanged
 * calendar is 304.
 */
export async function servedCalendars(
  app: FastifyInstance,
  { database, secrets, baseUrl }: CalendarsDependencies,
): Promise<void> {
  const host = new URL(baseUrl).hostname;
  app.get<{ Params: { token: string } }>("/calendars/:token", async (request, reply) => {
    const { token } = request.params;
    const calendar = token.endsWith(".ics")
      ? await exportCalendar(database, secrets.linkKey, token.slice(0, -4), host)
      : undefined;
    if (!calendar) throw notFound("Calendar not found, or its link was revoked.");
    void reply.headers({
      "content-disposition": 'inline; filename="calendar.ics"',
      "cache-control": "private, no-cache",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex, nofollow",
      vary: "accept-encoding",
    });
    const type = "text/calendar; charset=utf-8";
    return sendTagged(request, reply, { body: Buffer.from(calendar.text), type, tag: calendar.etag });
  });
}
