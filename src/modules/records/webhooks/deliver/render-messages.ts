import type { Caller } from "../../../../kernel/access/caller.ts";
import { shownNames } from "../../../../kernel/changes/shown-names.ts";
import type { RecordId } from "../../../../kernel/key.ts";
import { type NamedRecord, readMixed } from "../../../../kernel/read/read-mixed.ts";
import { viewOf } from "../../../../kernel/read/view.ts";
import type { ResourceRegistry } from "../../../../kernel/registry.ts";
import { goneType, readsType } from "../endpoint/readable-types.ts";
import type { DeliveringContext } from "./delivering-context.ts";
import type { WaitingMessage } from "./waiting-messages.ts";

/** A message with its body. */
export interface RenderedMessage {
  readonly message: WaitingMessage;
  readonly body: string;
}

/** Rendered messages, and the ids of messages that their endpoint may no longer read. */
export interface Rendered {
  readonly messages: readonly RenderedMessage[];
  readonly unreadable: readonly number[];
}

/** A message with the record it is about. */
interface RecordMessage extends NamedRecord {
  readonly message: WaitingMessage;
}

/**
 * Renders message bodies (events.md, Webhooks), with records as the endpoint's application sees them now.
 * A record that it cannot see is reported as deleted, by id only.
 */
export async function renderMessages(
  context: DeliveringContext,
  endpoint: number,
  caller: Caller,
  messages: readonly WaitingMessage[],
): Promise<Rendered> {
  const { registry } = context.queries;
  const bodies = new Map<number, string>();
  const recordMessages: RecordMessage[] = [];
  for (const message of messages) {
    if (message.resource === null) bodies.set(message.id, pingBody(context.account, endpoint, message));
    else if (readsType(registry, caller, message.type, message.resource))
      recordMessages.push(recordMessage(registry, message));
  }
  const records = await readMixed({ database: context.scope, queries: context.queries, caller }, recordMessages);
  for (const one of recordMessages) {
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

function recordMessage(registry: ResourceRegistry, message: WaitingMessage): RecordMessage {
  const resource = registry.get(message.resource ?? "");
  const id = resource.key.parse(message.record_id ?? "");
  if (id === undefined)
    throw new Error(`The webhook message ${message.id} has no valid record id for ${resource.name}.`);
  return { message, resource, id };
}

function bodyOf(
  account: number,
  caller: Caller,
  { message, resource, id }: RecordMessage,
  record: string | undefined,
): string {
  const of = { message, id, account, resource: resource.name };
  if (record === undefined) return bodyText({ ...of, type: goneType(resource.singular), record: "null", changed: [] });
  // The names were chosen when the message was queued; the scopes may have shrunk since.
  const names = shownNames(resource, viewOf(resource, caller.scopes, undefined).own);
  return bodyText({ ...of, type: message.type, record, changed: message.changed.filter((name) => names.has(name)) });
}

const pingBody = (account: number, endpoint: number, message: WaitingMessage): string =>
  bodyText({
    type: message.type,
    message,
    id: endpoint,
    account,
    resource: "webhook_endpoints",
    record: "null",
    changed: [],
  });

/** @param body.record a JSON text */
function bodyText(body: {
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
