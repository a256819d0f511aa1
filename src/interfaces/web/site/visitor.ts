import type { FastifyRequest } from "fastify";
import { keyedDigest } from "../../../kernel/access/keyed-digest.ts";
import { networkOf } from "../../../modules/platform/access/throttling/subject.ts";
import type { Visitor } from "../../../modules/stays/site-bookings/hold-limits.ts";

/** A guest's browser and network, as digests under the link key, which identify no person. @param visit see `visitOf` */
export function visitorOf(request: FastifyRequest, visit: Buffer, linkKey: Buffer): Visitor {
  return {
    visitor: keyedDigest(linkKey, `site visitor ${visit.toString("hex")}`),
    network: keyedDigest(linkKey, `site network ${networkOf(request.ip)}`),
  };
}

/**
 * Identifies a sent form by its random number and its content: sending it twice creates one booking, a corrected form another.
 * @param content everything that the booking depends on
 */
export function requestDigest(visit: Buffer, linkKey: Buffer, content: unknown): Buffer {
  return keyedDigest(linkKey, `site booking ${visit.toString("hex")} ${JSON.stringify(content)}`);
}
