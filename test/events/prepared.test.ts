import { expect, test } from "vitest";
import { useService } from "../harness/service.ts";
import { QuietAccount } from "./quiet-account.ts";

// Single server only: a cluster's coordinator prepares transactions on its workers and refuses clients that prepare their own.
const service = useService();

test("a prepared transaction's changes are published when any connection commits it, and never after a rollback", async () => {
  const account = await QuietAccount.of(service);
  const [client, other] = [await account.connection(), await account.connection()];
  const guest = await account.aGuest(client);
  for (const [name, end] of [
    ["Prepared", "commit"],
    ["Never", "rollback"],
  ]) {
    await client.begin();
    await account.rename(client, guest, name ?? "");
    await client.query("prepare transaction 'of a test'");
    await account.publish(other);
    await other.query(`${end} prepared 'of a test'`);
    await account.publish(other);
  }
  expect(await account.published()).toEqual([
    ["client.created", [null, "Ada"]],
    ["client.updated", ["Ada", "Prepared"]],
  ]);
});
