import { describe, expect, test } from "vitest";
import { queueDomainChecks } from "../../src/modules/guests/sites/domain/check-domain.ts";
import { type ApiClient, errorsOf, type Json, recordOf } from "../harness/client.ts";
import { useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aDnsServer } from "./dns-server.ts";
import { aSite, openedAt } from "./sites.ts";

/** A site's own host name, which its account proves by a DNS record (docs/guides/booking-site.md). */
const dns = await aDnsServer();
let later = 0;
const service = useService({ endpoints: { dns: dns.address }, clock: () => Date.now() + later });

let names = 0;
const newName = (): string => `stay-${++names}.house.example`;

const read = async (client: ApiClient, { id }: Json): Promise<Json> =>
  recordOf(await client.get(`/booking_sites/${id}`), "booking_sites");

/** Waits for a check that begins now. */
async function checked(client: ApiClient, site: Json): Promise<unknown> {
  await until(async () => (await read(client, site)).domain_checked_at !== null);
  await service.sql("update booking_sites set domain_checked_at = null where account_id = $1", [client.account]);
  expect((await client.post(`/booking_sites/${site.id}/check_domain`, {})).status).toBe(202);
  await until(async () => (await read(client, site)).domain_checked_at !== null);
  return (await read(client, site)).domain_state;
}

const recordOfSite = (site: Json): [string, string] => [
  String(site.domain_record_name),
  String(site.domain_record_text),
];

/** Whether the site is served at a name; its names are read again. */
async function isServed(domain: string): Promise<boolean> {
  later += 20_000;
  await openedAt(service.url, domain, "/en");
  // The reading of the names follows in the background.
  await service.sql("select pg_sleep(0.1)");
  return (await openedAt(service.url, domain, "/brand.css")).status === 200;
}

describe("a site's own host name", () => {
  test("serves nothing until the DNS record that the API shows proves it", async () => {
    const domain = newName();
    const { client, site } = await aSite(service, { domain });
    expect(site).toMatchObject({ domain, domain_state: "unchecked", domain_record_name: `_roost.${domain}` });
    expect(site.domain_record_text).toMatch(/^roost-site=[0-9a-f]{64}$/);
    expect(await checked(client, site)).toBe("missing");
    expect(await isServed(domain)).toBe(false);
    const [name, text] = recordOfSite(site);
    dns.records.set(name, ["v=spf1 -all", `${text}0`]);
    expect(await checked(client, site)).toBe("missing");
    dns.records.set(name, ["v=spf1 -all", text]);
    expect(await checked(client, site)).toBe("proven");
    expect(await isServed(domain)).toBe(true);
    expect(dns.asked).toContain(name);
  });

  test("says that DNS gave no answer", async () => {
    const domain = newName();
    dns.records.set(`_roost.${domain}`, "failed");
    const { client, site } = await aSite(service, { domain });
    expect(await checked(client, site)).toBe("unreachable");
    expect(await isServed(domain)).toBe(false);
  });

  test("must be proven again once it changes, also back to the former name", async () => {
    const [domain, second] = [newName(), newName()];
    const { client, site } = await aSite(service, { domain });
    const [name, text] = recordOfSite(site);
    dns.records.set(name, [text]);
    expect(await checked(client, site)).toBe("proven");
    for (const [changed, state] of [
      [second, "missing"],
      [domain, "proven"],
    ]) {
      await client.put(`/booking_sites/${site.id}`, { booking_sites: [{ domain: changed }] });
      expect(await checked(client, site)).toBe(state);
    }
    expect((await read(client, site)).domain_record_text).toBe(text);
    await client.put(`/booking_sites/${site.id}`, { booking_sites: [{ domain: null }] });
    expect(await read(client, site)).toMatchObject({ domain_state: "unchecked", domain_record_name: null });
    expect(await isServed(domain)).toBe(false);
    const refused = await client.post(`/booking_sites/${site.id}/check_domain`, {});
    expect([refused.status, errorsOf(refused)]).toEqual([422, { domain: ["can't be blank"] }]);
  });

  test("belongs to one account, with a record that no other account can use", async () => {
    const domain = newName();
    const [owner, other] = [await aSite(service, { domain }), await aSite(service, { domain })];
    const [[name, text], [, otherText]] = [recordOfSite(owner.site), recordOfSite(other.site)];
    expect(otherText).not.toBe(text);
    dns.records.set(name, [text]);
    expect(await checked(other.client, other.site)).toBe("missing");
    expect(await checked(owner.client, owner.site)).toBe("proven");
    dns.records.set(name, [text, otherText]);
    expect(await checked(other.client, other.site)).toBe("taken");
    const rows = await service.sql(
      "select account_id::integer as account from booking_site_domains() as served join booking_sites using (domain, address) where domain = $1",
      [domain],
    );
    expect(rows).toEqual([{ account: owner.client.account }]);
    await expect(
      service.sql("update booking_sites set domain_state = 'proven' where account_id = $1", [other.client.account]),
    ).rejects.toThrow("booking_sites_domain");
  });

  test("stays served for a week without its record, and goes to the account whose record replaces it", async () => {
    const domain = newName();
    const [former, next] = [await aSite(service, { domain }), await aSite(service, { domain })];
    const [name, text] = recordOfSite(former.site);
    dns.records.set(name, [text]);
    expect(await checked(former.client, former.site)).toBe("proven");
    dns.records.set(name, "failed");
    expect(await checked(former.client, former.site)).toBe("proven");
    dns.records.delete(name);
    expect(await checked(former.client, former.site)).toBe("expiring");
    expect(await isServed(domain)).toBe(true);
    dns.records.set(name, [text]);
    expect(await checked(former.client, former.site)).toBe("proven");
    dns.records.set(name, [recordOfSite(next.site)[1]]);
    expect(await checked(next.client, next.site)).toBe("taken");
    expect(await checked(former.client, former.site)).toBe("expiring");
    expect(await checked(next.client, next.site)).toBe("proven");
    expect((await read(former.client, former.site)).domain_state).toBe("missing");
  });

  test("is lost a week after its record", async () => {
    const domain = newName();
    const { client, site } = await aSite(service, { domain });
    const [name, text] = recordOfSite(site);
    dns.records.set(name, [text]);
    expect(await checked(client, site)).toBe("proven");
    dns.records.delete(name);
    expect(await checked(client, site)).toBe("expiring");
    await service.sql("update booking_sites set domain_state_since = now() - interval '8 days' where account_id = $1", [
      client.account,
    ]);
    expect(await checked(client, site)).toBe("missing");
    expect(await isServed(domain)).toBe(false);
  });

  test("is checked by a recurring job: a new one hourly, a proven one daily", async () => {
    const { client, site } = await aSite(service, { domain: newName() });
    await until(async () => (await read(client, site)).domain_checked_at !== null);
    const dueAfter = async (minutes: number, state: string): Promise<boolean> => {
      await service.sql(
        "update booking_sites set domain_state = $2, domain_checked_at = now() - make_interval(mins => $3) where account_id = $1",
        [client.account, state, minutes],
      );
      const due = await service.sql("select from booking_site_domains_due() where account = $1", [client.account]);
      return due.length > 0;
    };
    expect([await dueAfter(30, "missing"), await dueAfter(60, "missing")]).toEqual([false, true]);
    expect([await dueAfter(60, "proven"), await dueAfter(24 * 60, "proven")]).toEqual([false, true]);
    const [name, text] = recordOfSite(site);
    dns.records.set(name, [text]);
    await dueAfter(24 * 60, "missing");
    await queueDomainChecks(service.database);
    await until(async () => (await read(client, site)).domain_state === "proven");
  });
});
