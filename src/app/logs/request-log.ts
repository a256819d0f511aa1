import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/**
 * Writes one line a request at `info`: how it was answered, to whom, and in how many milliseconds. It names the pattern of the route and not
 * the URL: in a path or a query there may be a secret, or a person.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(lineOf(request, reply));
    done();
  });
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const { caller, agent } = request;
  return {
    method: request.method,
    // Null: nothing is served there.
    route: request.routeOptions.url ?? null,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ...(caller && { application: caller.application, account: oneOrAll(caller.accounts) }),
    ...(agent && { agent_token: agent.token.tokenId, account: oneOrAll(agent.token.accounts) }),
    // The client went away before it had the whole answer.
    ...(reply.raw.writableFinished ? {} : { broken_off: true }),
  };
}

/** A token of most applications is for one account. */
const oneOrAll = (accounts: readonly number[]): number | readonly number[] | undefined =>
  accounts.length > 1 ? accounts : accounts[0];
