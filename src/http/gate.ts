import type { FastifyReply, FastifyRequest } from "fastify";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Caller } from "../kernel/caller.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Admissions, Budget } from "../oauth/admission.ts";
import { bearerToken } from "./bearer.ts";
import { stamp } from "./stamp.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/** How many requests without a valid token one address may make an hour. They are charged to no application. */
const strangersLimit = 300;
const anHour = 3600;

/**
 * Where every request to the API comes through: its token is checked and its application's hour is charged, in one statement for all
 * that arrive together; strangers are counted by their address. The rate-limit headers stand on every answer (service.md, Limits).
 */
export class Gate {
  private readonly admissions: Admissions;
  private readonly strangers = new RateLimiterMemory({ points: strangersLimit, duration: anHour });

  constructor(admissions: Admissions) {
    this.admissions = admissions;
  }

  /** Lets a request in. @throws Refusal 401 without a valid token, 429 over the limit */
  async enter(request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
    const caller = await this.note(request, reply);
    if (!caller) throw new Refusal("unauthorized", "The access token is missing, unknown, expired or revoked.");
    request.caller = caller;
    return caller;
  }

  /** Counts a request and puts the headers on its answer, whoever it is: undefined for a stranger. @throws Refusal 429 over the limit */
  async note(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined> {
    const { admitted, now } = await this.admissions.admit(bearerToken(request));
    stamp(request, reply, now);
    if (!admitted) {
      await this.countStranger(request, reply, now);
      return undefined;
    }
    tell(reply, admitted.budget, now);
    if (admitted.budget.exceeded) throw limitExceeded();
    return admitted.caller;
  }

  private async countStranger(request: FastifyRequest, reply: FastifyReply, now: number): Promise<void> {
    const used = await this.strangers.consume(request.ip).catch((reason: unknown) => {
      if (reason instanceof RateLimiterRes) return reason;
      throw reason;
    });
    const resetsAt = Math.ceil((now + used.msBeforeNext) / 1000);
    const exceeded = used.consumedPoints > strangersLimit;
    tell(reply, { limit: strangersLimit, remaining: used.remainingPoints, exceeded, resetsAt }, now);
    if (exceeded) throw limitExceeded();
  }
}

function tell(reply: FastifyReply, budget: Budget, now: number): void {
  void reply.headers({
    "x-ratelimit-limit": String(budget.limit),
    "x-ratelimit-remaining": String(budget.remaining),
    "x-ratelimit-reset": String(budget.resetsAt),
  });
  if (budget.exceeded) void reply.header("retry-after", String(Math.max(1, budget.resetsAt - Math.floor(now / 1000))));
}

function limitExceeded(): Refusal {
  return new Refusal("rate_limit_exceeded", "API v3 rate limit exceeded.");
}
