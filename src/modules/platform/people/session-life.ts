/** The seconds after which a session ends in any case; one that nobody uses for `idleHours` ends before. */
export const maxSessionSeconds = 14 * 24 * 3600;
const idleHours = 12;

/** SQL over `sessions`: it is neither over nor forgotten. */
export const isLive = `sessions.expires_at > statement_timestamp()
  and sessions.last_seen_at > statement_timestamp() - interval '${idleHours} hours'`;
