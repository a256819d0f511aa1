import { fetchSession } from "./session.tsx";

/**
 * Loads the page again once the service answers; until then the page stays. Only a new page helps after a failed import: browsers
 * remember the failure.
 */
export const reloadWhenReachable = (): Promise<void> =>
  fetchSession().then(
    () => location.reload(),
    () => undefined,
  );

const importFailures = [
  "Failed to fetch dynamically imported module",
  "error loading dynamically imported module",
  "Importing a module script failed",
  "Unable to preload CSS",
];

/** Whether a screen's code or styles could not be loaded, in the words of the browsers and of the build. */
export const isImportFailure = (error: unknown): error is Error =>
  error instanceof Error && importFailures.some((words) => error.message.startsWith(words));

/** @returns true once for each failure in this tab, so that a file that never loads does not reload the page forever */
export function isFirst({ message }: Error): boolean {
  const key = `roost.reloaded:${message}`;
  if (sessionStorage.getItem(key) !== null) return false;
  sessionStorage.setItem(key, "yes");
  return true;
}
