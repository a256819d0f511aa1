import { channel } from "node:diagnostics_channel";

/** How far a replica is behind. */
export class ReplicationLag {
  /** Which replica, as its address is named without a password. */
  readonly replica: string;
  /** Undefined when it is not asked any more. */
  readonly seconds: number | undefined;

  constructor(replica: string, seconds: number | undefined) {
    this.replica = replica;
    this.seconds = seconds;
  }
}

/** Tells of replicas' lags: the metrics show the last one of each (`roost_db_replication_lag_seconds`). */
export const replicationLagChannel = channel("roost:database.replication_lag");

/** The one place where whoever measures a replica says how far it is behind. @param seconds undefined when it is not asked any more */
export function reportReplicationLag(replica: string, seconds: number | undefined): void {
  if (replicationLagChannel.hasSubscribers) replicationLagChannel.publish(new ReplicationLag(replica, seconds));
}
