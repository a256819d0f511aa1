import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";

/** A command with its own root directory. */
export interface RootedCommand {
  /** Its `/`. */
  readonly directory: string;
  readonly workdir: string;
  /** A name from the directory's /etc/passwd. */
  readonly user: string;
  /** Its whole environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Directories of this machine, by their path in the root directory. */
  readonly binds: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

/**
 * Runs in its own namespaces, so that nothing is left behind, with the machine's programs mounted read-only. $1 is the root directory; then
 * come pairs of binds up to `--`, the user, the working directory and the command.
 */
const script = `set -e
root=$1; shift
mount --bind /usr "$root/usr"
mount -o remount,bind,ro "$root/usr"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
while [ "$1" != -- ]; do
  mkdir -p "$root$2"
  mount --bind "$1" "$root$2"
  shift 2
done
shift
user=$1; workdir=$2; shift 2
exec chroot "$root" setpriv --reuid="$user" --regid="$user" --init-groups --no-new-privs --inh-caps=-all env --ignore-environment --chdir="$workdir" "$@"`;

/** Starts a command as process 1 of its own namespaces, which end with it. It uses the machine's network. */
export function commandIn({ directory, workdir, user, environment, binds, words }: RootedCommand): ChildProcess {
  const pairs = Object.entries(binds).flatMap(([inside, outside]) => [outside, inside]);
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const namespaces = ["--mount", "--pid", "--fork", "--kill-child", "--propagation", "private"];
  const own = ["/bin/sh", "-c", script, "sh", directory, ...pairs, "--", user, workdir, ...settings, ...words];
  return spawn("unshare", [...namespaces, ...own], { stdio: ["ignore", "pipe", "pipe"] });
}

/** The command's own process. The spawned one only waits for it and forwards no signals. */
export async function firstProcessOf(spawned: ChildProcess): Promise<number> {
  const children = await readFile(`/proc/${spawned.pid}/task/${spawned.pid}/children`, "utf8");
  const pid = Number(children.trim());
  if (!Number.isInteger(pid) || pid === 0) throw new Error("It has ended, or not begun.");
  return pid;
}
