import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/**
 * Logs each request at `info`: route, status, caller and milliseconds. It logs the route's pattern, because a URL may hold secrets or
 * personal data.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    logRequest(request, reply);
    done();
  });
}

/** Logs one request, for those that bypass the hooks. */
export const logRequest = (request: FastifyRequest, reply: FastifyReply): void =>
  request.log.info(lineOf(request, reply));

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const { caller, agent } = request;
  return {
    method: request.method,
    // Null: no route matches.
    route: request.routeOptions.url ?? null,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...(caller && { application: caller.application, account: oneOrAll(caller.accounts) }),
    ...(agent && { agent_token: agent.token.tokenId, account: oneOrAll(agent.token.accounts) }),
    // The client disconnected before the end of the response.
    ...(reply.raw.writableFinished ? {} : { broken_off: true }),
  };
}

/** Most tokens have one account. */
const oneOrAll = (accounts: readonly number[]): number | readonly number[] | undefined =>
  accounts.length > 1 ? accounts : accounts[0];
