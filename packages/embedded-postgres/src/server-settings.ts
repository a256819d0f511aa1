/** Default settings; the caller's settings override them. */
const defaults: Record<string, string> = {
  shared_buffers: "128MB",
  max_connections: "100",
  // Nothing replicates from a server that listens only locally: saves a process.
  max_logical_replication_workers: "0",
  // The default of three would only use memory at this size.
  io_workers: "1",
  // Sized per possible connection by default. Together, these three save five megabytes.
  io_max_concurrency: "16",
  max_pred_locks_per_transaction: "10",
  wal_buffers: "1MB",
  // initdb would use the machine's zone; the same data must behave the same everywhere.
  timezone: "UTC",
  log_timezone: "UTC",
};

/** The server's address: a socket directory, or loopback TCP on `port` without one (Windows). */
export interface Listening {
  socketDirectory: string | undefined;
  port: number;
  /** The prefix of this server's process titles. */
  name: string;
}

/** The parameters for `postgres`: the defaults, then the caller's settings, then fixed ones. */
export function serverParameters(
  data: string,
  { socketDirectory, port, name }: Listening,
  settings: Record<string, string>,
) {
  const fixed = {
    cluster_name: name,
    port: String(port),
    listen_addresses: socketDirectory ? "" : "127.0.0.1",
    // A list: the quotes protect commas and spaces in the path.
    unix_socket_directories: socketDirectory ? `"${socketDirectory}"` : "",
    unix_socket_permissions: "0700",
    // Our end of standard error is the log; other values would redirect it.
    logging_collector: "off",
    log_destination: "stderr",
  };
  const all = Object.entries({ ...defaults, ...settings, ...fixed });
  return ["-D", data, ...all.flatMap(([setting, value]) => ["-c", `${setting}=${value}`])];
}
