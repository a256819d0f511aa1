/** A session's maximum lifetime. An unused session ends after `idleHours`. */
export const maxSessionSeconds = 14 * 24 * 3600;
const idleHours = 12;

/** SQL over `sessions`: the session has not expired. */
export const isLive = `sessions.expires_at > statement_timestamp()
  and sessions.last_seen_at > statement_timestamp() - interval '${idleHours} hours'`;
