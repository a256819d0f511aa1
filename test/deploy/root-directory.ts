import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";

/** A command in a root directory of its own. */
export interface RootedCommand {
  /** What is `/` for it. */
  readonly directory: string;
  readonly workdir: string;
  /** By name, as the directory's own /etc/passwd has it. */
  readonly user: string;
  /** Nothing else is in its environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Directories of this machine, by where they are in the root directory. */
  readonly binds: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

/**
 * What is done in namespaces of the command's own, so that nothing of it is left behind: the machine's programs are mounted to be read
 * alone. $1 is the root directory; then pairs of binds up to `--`; then the user, the working directory, and the command.
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

/** Starts a command as the first process of namespaces of its own, which end with it. The network is the machine's. */
export function commandIn({ directory, workdir, user, environment, binds, words }: RootedCommand): ChildProcess {
  const pairs = Object.entries(binds).flatMap(([inside, outside]) => [outside, inside]);
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const namespaces = ["--mount", "--pid", "--fork", "--kill-child", "--propagation", "private"];
  const own = ["/bin/sh", "-c", script, "sh", directory, ...pairs, "--", user, workdir, ...settings, ...words];
  return spawn("unshare", [...namespaces, ...own], { stdio: ["ignore", "pipe", "pipe"] });
}

/** The command itself, which is not what was spawned: that waits for it, and takes no signals. */
export async function firstProcessOf(spawned: ChildProcess): Promise<number> {
  const children = await readFile(`/proc/${spawned.pid}/task/${spawned.pid}/children`, "utf8");
  const pid = Number(children.trim());
  if (!Number.isInteger(pid) || pid === 0) throw new Error("It has ended, or not begun.");
  return pid;
}
