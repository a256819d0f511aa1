import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../../database/connect/database.ts";
import type { Secrets } from "../../kernel/access/secrets.ts";
import { RequestError } from "../../kernel/errors.ts";
import { type GatewayEvent, ReportError } from "../../modules/money/gateways/gateway.ts";
import { openGateway } from "../../modules/money/gateways/open-gateway.ts";
import { takeReport } from "../../modules/money/payments/perform/take-report.ts";

/** What the reports of gateways are taken with. */
export interface WebhookDependencies {
  readonly database: Database;
  readonly secrets: Secrets;
  /** As a job's context has them. */
  readonly endpoints: Readonly<Record<string, string>>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Bytes of a report. */
const largestReport = 256 * 1024;

/**
 * Takes what payment gateways report: `POST /webhooks/gateways/<account>/<gateway id>`. The body is read as it is, because its signature
 * is over its bytes. Whatever is wrong with a report is the same 400; one that is taken is 200, also when it is about no payment of ours.
 */
export async function gatewayReports(app: FastifyInstance, dependencies: WebhookDependencies): Promise<void> {
  const { database, clock } = dependencies;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: largestReport },
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
        },
        event,
      );
      return reply.code(200).type("application/json; charset=utf-8").send("{}");
    },
  );
}

/** The event of a report whose signature is the gateway's; undefined for any other. */
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

/** NUL is no character of the database's texts. */
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
