/** Ends the process with one clear line under a Node that cannot run Roost (package.json, engines). */
export function refuseOldNode(version: string): void {
  if (Number(version.split(".")[0]) >= 24) return;
  process.stderr.write(
    `Roost needs Node 24 or newer, and this is ${version}: start it with "npm start", which brings its own.\n`,
  );
  process.exit(1);
}
