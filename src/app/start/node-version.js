// @ts-check

/**
 * Exits with one clear line on a Node that cannot run Roost (package.json, engines). Written in JavaScript for Node 14: old versions cannot
 * load TypeScript.
 * @param {string} version such as 24.21.0
 */
export function assertNodeVersion(version) {
  if (Number(version.split(".")[0]) >= 24) return;
  process.stderr.write(
    `Roost requires Node 24 or newer; this is ${version}. Use "npm start" or "npm run roost", which use a bundled Node.\n`,
  );
  process.exit(1);
}
