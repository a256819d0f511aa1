import { TLSSocket } from "node:tls";
import type { CommonHeaders } from "../../http/bodies/unreadable.ts";
import { standardHeaders } from "../../http/headers/standard-headers.ts";
import { strictTransport } from "../../http/transport.ts";
import type { RestDependencies } from "../dependencies.ts";

/** The headers of responses sent before authentication or outside the application. */
export function commonHeaders({
  authenticator,
  clock,
}: Pick<RestDependencies, "authenticator" | "clock">): CommonHeaders {
  return (requestId, socket) => ({
    ...standardHeaders(requestId, clock()),
    ...authenticator.headersOf(socket.remoteAddress ?? "", clock()),
    ...(socket instanceof TLSSocket ? strictTransport : {}),
  });
}
