// @ts-check

/**
 * Ends the process with one clear line under a Node that cannot run Roost (package.json, engines). In JavaScript, and in no newer one
 * than Node 14 reads: the Nodes that it is for cannot load TypeScript.
 * @param {string} version such as 24.21.0
 */
export function assertNodeVersion(version) {
  if (Number(version.split(".")[0]) >= 24) return;
  process.stderr.write(
    `Roost needs Node 24 or newer; this is ${version}. "npm start" and "npm run roost" bring their own.\n`,
  );
  process.exit(1);
}
