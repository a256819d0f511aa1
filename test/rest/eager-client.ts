import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";

/** A client in its own thread. It reads as fast as it can and finally reports the number of bytes. */
const { host, port, path, token } = workerData;
const socket = connect({ host, port });
socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${token}\r\n\r\n`);
let bytes = 0;
socket.on("data", (part) => {
  bytes += part.length;
});
socket.on("end", () => parentPort?.postMessage(bytes));
