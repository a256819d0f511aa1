/** The kinds of faults. */
export type FaultKind =
  | "service killed"
  | "database killed"
  | "replica killed"
  | "worker killed"
  | "backend killed"
  | "connections cut"
  | "disk filled"
  | "process paused"
  | "replica's network broken";
