/** What every embedded server is started with unless the caller says otherwise. */
const defaults: Record<string, string> = {
  shared_buffers: "128MB",
  max_connections: "100",
  // Nothing replicates from a server that listens to this machine alone: one process less.
  max_logical_replication_workers: "0",
  // Of three, two would only take memory: what a machine of this size reads at once, one reads ahead.
  io_workers: "1",
  // What all backends together might read ahead at once, and locks of serializable transactions, are set up for every connection that there
  // might be; and of the log's buffers, a thirtieth of the shared ones unless told, each page is written to sooner or later. Five megabytes.
  io_max_concurrency: "16",
  max_pred_locks_per_transaction: "10",
  wal_buffers: "1MB",
  // initdb would write the machine's zone into the configuration; the same data must not answer differently elsewhere.
  timezone: "UTC",
  log_timezone: "UTC",
};

/** Where the server listens: `socketDirectory`, or loopback TCP on `port` when there is none (Windows). */
export interface Listening {
  socketDirectory: string | undefined;
  port: number;
  /** Stands in front of every process title of this server. */
  name: string;
}

/** The parameters for `postgres`: the defaults, the caller's settings over them, and over both what is not for the caller to choose. */
export function serverParameters(
  data: string,
  { socketDirectory, port, name }: Listening,
  settings: Record<string, string>,
) {
  const fixed = {
    cluster_name: name,
    port: String(port),
    listen_addresses: socketDirectory ? "" : "127.0.0.1",
    // A list: the quotes keep a comma or a space in the path from dividing it.
    unix_socket_directories: socketDirectory ? `"${socketDirectory}"` : "",
    unix_socket_permissions: "0700",
    // Our own end of its standard error is the log; these would send it elsewhere.
    logging_collector: "off",
    log_destination: "stderr",
  };
  const all = Object.entries({ ...defaults, ...settings, ...fixed });
  return ["-D", data, ...all.flatMap(([setting, value]) => ["-c", `${setting}=${value}`])];
}
