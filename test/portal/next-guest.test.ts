import { expect, test } from "vitest";
import { actionsOf, aRule } from "../automations/fixture.ts";
import { type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aFee, aGuest, aRentalsFee, created, linksOf, read } from "../harness/factories.ts";
import { LockWaits } from "../harness/lock-waits.ts";
import { keptMails } from "../harness/mailers.ts";
import { ownerOf } from "../harness/own-objects.ts";
import { ownPeople } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import type { PlainBrowser } from "../web/plain-browser.ts";
import { aPortal, type Portal, verified, wordsOf } from "./factories.ts";

/** A booking that gets another guest keeps each guest's answers apart. */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });

const passport = (number: string) => ({
  ...{ "birth-0": "1985-12-10", "nationality-0": "GB", "kind-0": "passport", "number-0": number },
});

const answersOf = async ({ client }: Portal) => ({
  forms: recordsOf(await client.get("/guest_forms"), "guest_forms"),
  signatures: recordsOf(await client.get("/agreement_signatures"), "agreement_signatures"),
});

async function answer(browser: PlainBrowser, { path, agreement }: Stay, name: string): Promise<void> {
  const sent = await browser.post(`${path}/form`, { "name-0": name, ...passport(`PASS-${name}`) });
  const signed = await browser.post(`${path}/agreement`, { agreement: String(agreement.id), name });
  expect([sent.status, signed.status]).toEqual([303, 303]);
}

/** A stay whose door code waits for the form and the signature. */
async function aStay() {
  const portal = await aPortal(service, { stay: { door_key_code: "4711#" } });
  const { client, rental } = portal;
  const agreement = await created(client, `/rentals/${rental.id}/rental_agreements`, "rental_agreements", {
    body_en: "No parties.",
  });
  await created(client, "/portal_settings", "portal_settings", {
    ...{ rental_id: rental.id, asks_documents: true, asks_arrival: false, release_hours: 8760 },
    ...{ release_needs_payment: false, release_needs_form: true, release_needs_agreement: true },
  });
  return { ...portal, agreement };
}

type Stay = Awaited<ReturnType<typeof aStay>>;

/** Gives the booking to another guest. */
async function giveTo<P extends Portal>(portal: P, guest: Json, address: string): Promise<P> {
  const changed = await portal.client.put(`/bookings/${portal.booking.id}`, { bookings: [{ client_id: guest.id }] });
  expect(changed.status, changed.text).toBe(200);
  return { ...portal, guest, address };
}

/** The stay after Ada has answered and Ben has got the booking. */
async function aHandover() {
  const adas = await aStay();
  const ada = await verified(service, mailer, adas);
  await answer(ada, adas, "Ada");
  const address = `ben-${adas.client.account}@example.com`;
  const guest = await aGuest(adas.client, { fullname: "Ben Guest", emails: [{ email: address }] });
  return { adas, ada, bens: await giveTo(adas, guest, address) };
}

test("the next guest sees and inherits nothing, and answers too", async () => {
  const { adas, ada, bens } = await aHandover();
  const { path, client } = bens;
  const rule = await aRule(client, { ...{ trigger: "agreement_signed", offset_days: 1 }, at: null });
  const [adasSignature] = (await answersOf(bens)).signatures;
  expect((await ada.get(`${path}/agreement/${adasSignature?.id}`)).text).not.toContain("%PDF-");
  const ben = await verified(service, mailer, bens);
  expect(wordsOf(await ben.get(path))).toMatch(
    /Still missing: +your signature on the rental agreement +your details for arrival/,
  );
  for (const page of ["", "/form", "/agreement", `/agreement/${adasSignature?.id}`]) {
    const { text } = await ben.get(`${path}${page}`);
    expect(text).not.toMatch(/4711#|Ada|%PDF-/);
  }
  const undocumented = await ben.post(`${path}/form`, { "name-0": "Ada" });
  expect(undocumented.status).toBe(422);
  await answer(ben, bens, "Ben");
  expect((await ben.get(path)).text).toContain("4711#");
  const { forms, signatures } = await answersOf(bens);
  const given = [adas, bens].map(({ guest }) =>
    expect.objectContaining({ booking: bens.booking.id, client: guest.id }),
  );
  expect(forms).toMatchObject([
    { guests: ["Ada"], links: given[0] },
    { guests: ["Ben"], links: given[1] },
  ]);
  expect(signatures).toMatchObject([
    { name: "Ada", links: given[0] },
    { name: "Ben", links: given[1] },
  ]);
  expect(await actionsOf(client, `automation_id=${rule.id}`)).toMatchObject([
    { occurrence: `signature ${signatures[1]?.id}` },
  ]);
  await giveTo(bens, adas.guest, adas.address);
  const again = await verified(service, mailer, adas);
  expect((await again.get(path)).text).toContain("4711#");
  expect((await again.get(`${path}/form`)).text).toContain('value="Ada"');
  expect((await again.get(`${path}/agreement/${adasSignature?.id}`)).text).toContain("%PDF-");
});

test("export, restriction and erasure reach the answers of the guest who gave them, and no other's", async () => {
  const { adas, bens } = await aHandover();
  const { client } = bens;
  await answer(await verified(service, mailer, bens), bens, "Ben");
  const exportOf = async ({ guest }: Portal) =>
    recordsOf(await client.get(`/clients/${guest.id}/export`), "clients")[0];
  expect(await exportOf(adas)).toMatchObject({
    ...{ guest_forms: [{ guests: ["Ada"] }], agreement_signatures: [{ name: "Ada" }] },
  });
  expect(await exportOf(bens)).toMatchObject({
    ...{ guest_forms: [{ guests: ["Ben"] }], agreement_signatures: [{ name: "Ben" }] },
  });
  await client.post(`/clients/${adas.guest.id}/restrict_processing`);
  const hidden = await answersOf(bens);
  expect(hidden).toMatchObject({
    forms: [{ guests: null }, { guests: ["Ben"] }],
    signatures: [{ name: "(hidden)", ip: null, pdf_url: null }, { name: "Ben" }],
  });
  const documentsOf = async (form: Json | undefined) =>
    recordOf(await client.post(`/guest_forms/${form?.id}/documents`, {}), "guest_documents").documents;
  expect(await documentsOf(hidden.forms[0])).toEqual([]);
  expect(await documentsOf(hidden.forms[1])).toMatchObject([{ number: "PASS-Ben" }]);
  expect((await client.post(`/clients/${adas.guest.id}/forget`)).status).toBe(200);
  const rows = await service.sql(
    `select guest_forms.guests, sealed_documents is null as undocumented, name, ip is null and pdf is null as blank
     from guest_forms join agreement_signatures using (account_id, booking_id, client_id) where account_id = $1 order by guest_forms.id`,
    [client.account],
  );
  expect(rows).toEqual([
    { guests: [], undocumented: true, name: "(erased)", blank: true },
    { guests: ["Ben"], undocumented: false, name: "Ben", blank: false },
  ]);
});

test("merging two records of one guest keeps the answers of both, and the newest form counts", async () => {
  const { adas, bens } = await aHandover();
  const { client, path } = bens;
  await answer(await verified(service, mailer, bens), bens, "Ben");
  const people = await ownPeople(service, client.account);
  const merged = await people.post(`/clients/${adas.guest.id}/merge`, {
    clients: [{ merged_client_id: bens.guest.id }],
  });
  expect(merged.status, merged.text).toBe(200);
  const { forms, signatures } = await answersOf(bens);
  expect([...forms, ...signatures].map((record) => linksOf(record).client)).toEqual(Array(4).fill(adas.guest.id));
  const guest = await verified(service, mailer, adas);
  const shown = await guest.get(path);
  expect(shown.text).toContain("4711#");
  expect((await guest.get(`${path}/form`)).text).toContain('value="Ben"');
  for (const { id } of signatures) expect((await guest.get(`${path}/agreement/${id}`)).text).toContain("%PDF-");
  expect((await guest.post(`${path}/form`, { "name-0": "Eve", ...passport("PASS-Eve") })).status).toBe(303);
  expect((await answersOf(bens)).forms).toMatchObject([{ guests: ["Ada"] }, { guests: ["Eve"] }]);
});

const meanwhile = {
  "loses the booking": "update bookings set client_id = $3 where account_id = $1 and id = $2",
  "is erased": `with held as (select from bookings where account_id = $1 and id = $2 for no key update)
    update clients set forget_me_at = statement_timestamp() from held where account_id = $1 and id <> $3`,
};

/** Sends a form that waits for the booking until the event has happened. */
async function sentWhile(event: keyof typeof meanwhile, portal: Portal, kind: string, fields: Record<string, string>) {
  const { client, path, booking } = portal;
  const ada = await verified(service, mailer, portal);
  const ben = await aGuest(client, { fullname: "Ben Guest", emails: [{ email: "ben@example.com" }] });
  const { promise: sent, resolve: send } = Promise.withResolvers<void>();
  const { promise: changed, resolve: change } = Promise.withResolvers<void>();
  const changing = service.database.within([client.account]).transaction(async (transaction) => {
    await transaction.run(meanwhile[event], [client.account, booking.id, ben.id]);
    change();
    await sent;
  });
  await changed;
  const waits = new LockWaits(await ownerOf(service));
  const sending = ada.post(`${path}/${kind}`, fields);
  await expect.poll(() => waits.count()).toBeGreaterThan(0);
  send();
  await changing;
  return sending;
}

test.each([
  ["loses the booking", "form"],
  ["loses the booking", "agreement"],
  ["is erased", "form"],
] as const)("a guest who %s while sending the %s writes nothing", async (event, kind) => {
  const stay = await aStay();
  const fields = { "name-0": "Ada", ...passport("PASS-1"), agreement: String(stay.agreement.id), name: "Ada" };
  expect((await sentWhile(event, stay, kind, fields)).status).toBe(403);
  expect(await answersOf(stay)).toEqual({ forms: [], signatures: [] });
});

test.each(["cancel", "extras"])(
  "a guest who loses the booking while sending %s changes nothing of it",
  async (kind) => {
    const portal = await aPortal(service, { policy: [{ eligible_days: 60, penalty_percentage: "50" }] });
    const { client, rental, booking } = portal;
    const fee = await aFee(client, { name_en: "Bike", rate: "10", rate_kind: "fixed" });
    const { id } = await aRentalsFee(client, rental, fee, { status: "public" });
    const extra = { extra: String(id), [`units-${id}`]: "1", total: "41000", booked: "0" };
    const answer = await sentWhile("loses the booking", portal, kind, { cost: "20000", ...extra });
    expect(answer.status, wordsOf(answer)).toBe(403);
    expect(await read(client, "bookings", booking.id)).toMatchObject({ status: "Booked", final_price: "400.0" });
  },
);
