import type { Statement } from "../../../../database/sql/transaction.ts";
import type { Reader } from "../../../../kernel/read/visible/read-scope.ts";

/** An endpoint as the account's people see it. Times are epoch milliseconds. */
export interface EndpointSummary {
  readonly id: number;
  readonly url: string;
  readonly description: string | undefined;
  /** Undefined: all that its application may read. */
  readonly types: readonly string[] | undefined;
  readonly enabled: boolean;
  /** Why Roost disabled it: `failing` or `gone`; undefined if it did not. */
  readonly disabledReason: string | undefined;
  readonly failingSince: number | undefined;
  /** Messages still to be sent. */
  readonly waiting: number;
  /** Newest first. */
  readonly attempts: readonly AttemptSummary[];
}

/** An attempt to send a message. */
export interface AttemptSummary {
  readonly id: number;
  readonly type: string;
  /** The response's status; undefined without a response, and `error` says why. */
  readonly status: number | undefined;
  readonly succeeded: boolean;
  readonly error: string | undefined;
  readonly milliseconds: number;
  readonly at: number;
}

/** The number of an application's endpoints in an account, and how many of them are disabled or failing. */
export interface EndpointCount {
  readonly account: number;
  readonly application: number;
  readonly endpoints: number;
  readonly troubled: number;
}

/** Maximum attempts shown per endpoint. */
const maxAttempts = 10;

const epoch = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;

const counts: Statement = {
  name: "count of webhook endpoints",
  text: `select account_id, application_id, count(*), count(*) filter (where not enabled or failing_since is not null)
    from webhook_endpoints where account_id = any ($1::bigint[]) and deleted_at is null group by account_id, application_id`,
};

const endpoints: Statement = {
  name: "webhook endpoints of an application",
  text: `select id, url, description, array_to_string(event_types, ' '), enabled, disabled_reason, ${epoch("failing_since")}, (
      select count(*) from webhook_messages as message where message.account_id = $1 and message.endpoint_id = endpoint.id
        and message.delivered_at is null and message.given_up_at is null
    )
    from webhook_endpoints as endpoint where account_id = $1 and application_id = $2 and deleted_at is null order by id`,
};

const byApplication: Statement = {
  name: "webhook endpoints by application",
  text: `select application_id, string_agg(id::text, ' ' order by id) from webhook_endpoints
    where account_id = $1 and deleted_at is null group by application_id`,
};

const attempts: Statement = {
  name: "last attempts of webhook endpoints",
  text: `select attempt.endpoint_id, attempt.id, (
      select type from webhook_messages as message where message.account_id = $1 and message.id = attempt.message_id
    ), attempt.status, attempt.succeeded, attempt.error, attempt.duration_ms, ${epoch("attempt.created_at")}
    from unnest($2::bigint[]) as endpoint (id) cross join lateral (
      select * from webhook_deliveries where account_id = $1 and endpoint_id = endpoint.id order by id desc limit ${maxAttempts}
    ) as attempt order by attempt.id desc`,
};

/** Endpoint counts by application; applications without endpoints are omitted. @param reader sees the accounts */
export async function countEndpoints(reader: Reader, accounts: readonly number[]): Promise<EndpointCount[]> {
  const rows = await reader.read(counts, [[...accounts]]);
  return rows.map(([account, application, all, troubled]) => ({
    account: Number(account),
    application: Number(application),
    endpoints: Number(all),
    troubled: Number(troubled),
  }));
}

/** Endpoint ids by application; applications without endpoints are omitted. @param reader sees the account */
export async function endpointsByApplication(reader: Reader, account: number): Promise<Map<number, number[]>> {
  const rows = await reader.read(byApplication, [account]);
  return new Map(rows.map(([application, ids]) => [Number(application), (ids ?? "").split(" ").map(Number)]));
}

/** An application's endpoints in an account, with their last attempts. @param reader sees the account */
export async function endpointSummaries(
  reader: Reader,
  account: number,
  application: number,
): Promise<EndpointSummary[]> {
  const found = await reader.read(endpoints, [account, application]);
  const ids = found.map(([id]) => Number(id));
  const rows = ids.length === 0 ? [] : await reader.read(attempts, [account, `{${ids.join(",")}}`]);
  return found.map(([id, url, description, types, enabled, reason, failingSince, waiting]) => ({
    id: Number(id),
    url: url ?? "",
    description: description ?? undefined,
    types: types?.split(" "),
    enabled: enabled === "t",
    disabledReason: reason ?? undefined,
    failingSince: timeOf(failingSince),
    waiting: Number(waiting),
    attempts: rows.filter(([endpoint]) => endpoint === id).map(([, ...attempt]) => attemptOf(attempt)),
  }));
}

function attemptOf([id, type, status, succeeded, error, milliseconds, at]: readonly (string | null)[]): AttemptSummary {
  return {
    id: Number(id),
    type: type ?? "",
    status: status ? Number(status) : undefined,
    succeeded: succeeded === "t",
    error: error ?? undefined,
    milliseconds: Number(milliseconds),
    at: Number(at),
  };
}

const timeOf = (text: string | null | undefined): number | undefined => (text ? Number(text) : undefined);
