/** One check costs a microsecond. */
const checkIntervalMs = 100;

/**
 * Calls `act` once when the shell that npm started us in is gone. On SIGTERM npm ends that shell, which does not forward the signal. Applies
 * only under `npm start` and `npm run roost`: a directly started Node may outlive its parent on purpose. Windows does not report a lost
 * parent, and has no SIGTERM.
 */
export function onParentGone(environment: NodeJS.ProcessEnv, act: () => void): void {
  if (environment.npm_lifecycle_event !== "start" && environment.npm_lifecycle_event !== "roost") return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, checkIntervalMs);
  timer.unref();
}
