/** Milliseconds between two looks; one costs a microsecond. */
const betweenLooks = 100;

/**
 * Calls `act` once when the shell that npm started us in is gone. On SIGTERM npm ends that shell, which passes nothing on, and would
 * leave us running without a parent. Only under `npm start` and `npm run roost`: who starts Node directly, and goes away, may want it to stay. Windows
 * does not tell that a parent is gone, and has no SIGTERM.
 */
export function onParentGone(environment: NodeJS.ProcessEnv, act: () => void): void {
  if (environment.npm_lifecycle_event !== "start" && environment.npm_lifecycle_event !== "roost") return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    act();
  }, betweenLooks);
  look.unref();
}
