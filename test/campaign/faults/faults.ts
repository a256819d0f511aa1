import { noMounting } from "../../start/small-disk.ts";
import { breakNetwork } from "./break-network.ts";
import { cutConnections } from "./cut-connections.ts";
import type { Fault } from "./fault.ts";
import { fillDisk } from "./fill-disk.ts";
import { killBackend, killDatabase, killReplica } from "./kill-database.ts";
import { killService, killWorker } from "./kill-process.ts";
import type { FaultKind } from "./kinds.ts";
import { pauseProcess } from "./pause-process.ts";

/** The faults by kind. */
export const faults: Readonly<Record<FaultKind, Fault>> = {
  "service killed": killService,
  "database killed": killDatabase,
  "replica killed": killReplica,
  "worker killed": killWorker,
  "backend killed": killBackend,
  "connections cut": cutConnections,
  "disk filled": fillDisk,
  "process paused": pauseProcess,
  "replica's network broken": breakNetwork,
};

/** The faults possible on this machine, each as often as it occurs per round. */
export const possibleFaults: readonly FaultKind[] = [
  ...(["service killed", "service killed", "service killed", "database killed", "worker killed"] as const),
  ...(["backend killed", "connections cut", "connections cut", "process paused", "replica killed"] as const),
  "replica's network broken",
  ...(noMounting === undefined ? (["disk filled"] as const) : []),
];
