import Type, { type Static, type TSchema } from "typebox";
import { Value } from "typebox/value";
import { BenchError } from "./bench.ts";

const Made = Type.Object({ webhook_endpoints: Type.Array(Type.Object({ id: Type.Number() })) });
const MadeClient = Type.Object({ clients: Type.Array(Type.Object({ id: Type.Number() })) });
const Feed = Type.Object({
  events: Type.Array(Type.Object({ type: Type.String(), record_id: Type.Number() })),
  meta: Type.Object({ after: Type.String() }),
});

/** Creates a webhook endpoint. @param types event types; all by default @returns its id */
export async function anEndpoint(service: string, token: string, url: string, types?: string[]): Promise<number> {
  const body = { webhook_endpoints: [{ url, ...(types ? { event_types: types } : {}) }] };
  const { webhook_endpoints: made } = await send(service, token, "/webhook_endpoints", Made, body);
  return made[0]?.id ?? 0;
}

/** Creates a client. @returns its id */
export async function aClient(service: string, token: string): Promise<number> {
  const { clients } = await send(service, token, "/clients", MadeClient, { clients: [{ fullname: "Ada Guest" }] });
  return clients[0]?.id ?? 0;
}

/** Reads the feed. @param query such as `?wait=30` */
export function events(service: string, token: string, query: string): Promise<Static<typeof Feed>> {
  return send(service, token, `/events${query}`, Feed);
}

/** @throws BenchError for an unsuccessful response */
async function send<S extends TSchema>(
  service: string,
  token: string,
  path: string,
  form: S,
  body?: object,
): Promise<Static<S>> {
  const answer = await fetch(`${service}/api/v3${path}`, {
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new BenchError(`${path} returned ${answer.status}: ${text.slice(0, 300)}`);
  return Value.Parse(form, JSON.parse(text));
}
