import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/connect/database.ts";
import type { Secrets } from "../../kernel/access/secrets.ts";
import { RequestError } from "../../kernel/errors.ts";
import { type GatewayEvent, ReportError } from "../../modules/money/gateways/gateway.ts";
import { openGateway } from "../../modules/money/gateways/open-gateway.ts";
import { takeReport } from "../../modules/money/payments/perform/take-report.ts";

/** Dependencies of the gateway webhooks. */
export interface WebhookDependencies {
  readonly database: Database;
  readonly secrets: Secrets;
  /** The gateways' base URLs, as in a job's context. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

const maxReportBytes = 256 * 1024;

/**
 * Receives the reports of payment gateways: `POST /webhooks/gateways/<account>/<gateway id>`. The body stays raw, because the signature
 * covers its bytes. Every invalid report is the same 400; an accepted one is 200, even when it concerns no payment of ours.
 */
export async function gatewayReports(app: FastifyInstance, dependencies: WebhookDependencies): Promise<void> {
  const { database, secrets, clock } = dependencies;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: maxReportBytes },
    async (_request: unknown, body: Buffer) => body,
  );
  app.post<{ Params: { account: string; gateway: string } }>(
    "/webhooks/gateways/:account/:gateway",
    async (request, reply) => {
      const account = idOf(request.params.account);
      const gateway = idOf(request.params.gateway);
      if (account === undefined || gateway === undefined) return refuse(reply);
      const event = await verified(dependencies, request, account, gateway);
      if (!event) return refuse(reply);
      await takeReport(
        {
          scope: database.within([account], { actor: `Job:payment gateway ${gateway}` }),
          account,
          gateway,
          now: clock(),
          secrets,
        },
        event,
      );
      return reply.code(200).type("application/json; charset=utf-8").send("{}");
    },
  );
}

/** The event of a report; undefined when its signature is not the gateway's. */
async function verified(
  { database, secrets, endpoints, clock }: WebhookDependencies,
  request: FastifyRequest,
  account: number,
  gateway: number,
): Promise<GatewayEvent | undefined> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
  try {
    const opened = await openGateway(database.within([account]), secrets, endpoints, account, gateway);
    const event = await opened.readReport(body, headers, clock());
    return hasNul(event) ? undefined : event;
  } catch (error) {
    if (error instanceof ReportError) return undefined;
    if (error instanceof RequestError && error.code === "not_found") return undefined;
    throw error;
  }
}

/** PostgreSQL cannot store NUL in a text. */
function hasNul({ id, transaction, currency, reason, metadata }: GatewayEvent): boolean {
  return [id, transaction, currency, reason, ...Object.entries(metadata).flat()].some((text) => text?.includes("\0"));
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply
    .code(400)
    .type("application/json; charset=utf-8")
    .send('{"errors":[{"code":"bad_request","details":"The report is not accepted."}]}');
}

function idOf(text: string): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}
