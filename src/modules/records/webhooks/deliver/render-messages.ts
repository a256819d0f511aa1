import type { Caller } from "../../../../kernel/access/caller.ts";
import { shownNames } from "../../../../kernel/changes/shown-names.ts";
import type { RecordId } from "../../../../kernel/key.ts";
import { type NamedRecord, readMixed } from "../../../../kernel/read/read-mixed.ts";
import { viewOf } from "../../../../kernel/read/view.ts";
import type { ResourceRegistry } from "../../../../kernel/registry.ts";
import { goneType, readsType } from "../endpoint/readable-types.ts";
import type { DeliveringContext } from "./delivering-context.ts";
import type { WaitingMessage } from "./waiting-messages.ts";

/** A message with the body that is sent. */
export interface RenderedMessage {
  readonly message: WaitingMessage;
  readonly body: string;
}

/** What is sent of some messages, and the ids of those of which nothing is: their endpoint may not read such events any more. */
export interface Rendered {
  readonly messages: readonly RenderedMessage[];
  readonly unreadable: readonly number[];
}

/** A message about a record, with what that is. */
interface Told extends NamedRecord {
  readonly message: WaitingMessage;
}

/**
 * Writes the bodies of messages (events.md, Webhooks), with the records as the endpoint's application sees them now. One that it does not
 * see is told as deleted, by its id alone.
 */
export async function renderMessages(
  context: DeliveringContext,
  endpoint: number,
  caller: Caller,
  messages: readonly WaitingMessage[],
): Promise<Rendered> {
  const { registry } = context.queries;
  const bodies = new Map<number, string>();
  const told: Told[] = [];
  for (const message of messages) {
    if (message.resource === null) bodies.set(message.id, pingBody(context.account, endpoint, message));
    else if (readsType(registry, caller, message.type, message.resource)) told.push(toldOf(registry, message));
  }
  const records = await readMixed({ database: context.scope, queries: context.queries, caller }, told);
  for (const one of told) {
    const record = records.get(one.resource)?.get(String(one.id));
    bodies.set(one.message.id, bodyOf(context.account, caller, one, record));
  }
  return {
    messages: messages.flatMap((message) => {
      const body = bodies.get(message.id);
      return body === undefined ? [] : [{ message, body }];
    }),
    unreadable: messages.filter(({ id }) => !bodies.has(id)).map(({ id }) => id),
  };
}

function toldOf(registry: ResourceRegistry, message: WaitingMessage): Told {
  const resource = registry.get(message.resource ?? "");
  const id = resource.key.parse(message.record_id ?? "");
  if (id === undefined) throw new Error(`The webhook message ${message.id} names no record of ${resource.name}.`);
  return { message, resource, id };
}

function bodyOf(account: number, caller: Caller, { message, resource, id }: Told, record: string | undefined): string {
  const of = { message, id, account, resource: resource.name };
  if (record === undefined) return written({ ...of, type: goneType(resource.singular), record: "null", changed: [] });
  // They were chosen when the message was queued; the scopes may be fewer by now.
  const names = shownNames(resource, viewOf(resource, caller.scopes, undefined).own);
  return written({ ...of, type: message.type, record, changed: message.changed.filter((name) => names.has(name)) });
}

const pingBody = (account: number, endpoint: number, message: WaitingMessage): string =>
  written({
    type: message.type,
    message,
    id: endpoint,
    account,
    resource: "webhook_endpoints",
    record: "null",
    changed: [],
  });

/** @param body.record a JSON text */
function written(body: {
  readonly type: string;
  readonly message: WaitingMessage;
  readonly id: RecordId;
  readonly account: number;
  readonly resource: string;
  readonly record: string;
  readonly changed: readonly string[];
}): string {
  const { type, message, id, account, resource, record, changed } = body;
  const timestamp = new Date(message.occurred_at).toISOString();
  const data = `"id":${JSON.stringify(id)},"account_id":${account},"resource":"${resource}","record":${record},"changed":${JSON.stringify(changed)}`;
  return `{"type":${JSON.stringify(type)},"timestamp":"${timestamp}","data":{${data}}}`;
}
