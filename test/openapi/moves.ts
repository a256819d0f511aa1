import { serviceDependencies } from "../../src/app/dependencies.ts";
import { performImport } from "../../src/modules/records/imports/resource/perform-import.ts";
import { sealDocuments } from "../../src/modules/stays/portal/form/sealed-documents.ts";
import { type Json, recordOf } from "../harness/client.ts";
import { testSecrets } from "../harness/secrets.ts";
import type { TestService } from "../harness/service.ts";
import type { Recorder } from "./recorder.ts";

const clients = "Nr,Gast,E-Mail\nC-101,Ada Example,ada@guests.example\nC-102,Ben Muster,ben@guests.example\n";
const columns = { Nr: "external_reference", Gast: "fullname", "E-Mail": "email" };

/** Records an import, from its file to its end, and an export. No job runs here, so the import's runs are called. */
export async function moves(service: TestService, recorder: Recorder, account: number): Promise<void> {
  const run = async (): Promise<void> => {
    const { queries, clock } = serviceDependencies(service.database, testSecrets, service.files);
    const environment = {
      ...{ scope: service.database.within([account]), account: { id: account }, registry: queries.registry },
      ...{ secrets: testSecrets, files: service.files, now: clock(), signal: new AbortController().signal },
    };
    await performImport(environment, Number(recorder.id("imports")));
  };
  const importing = async (element: Json): Promise<void> => {
    const file = Buffer.from(clients).toString("base64");
    const answer = await recorder.send("POST", "/imports", {
      imports: [{ kind: "clients", file, ...element }],
    });
    recorder.know("imports", Number(recordOf(answer, "imports").id));
  };
  await importing({ mapping: { columns: { Nr: "external_reference" } } });
  await recorder.change("imports", { mapping: { columns } });
  await run();
  await recorder.send("POST", "/imports/:import_id/apply", { imports: [{ skip_wrong: true }] });
  await run();
  await recorder.send("DELETE", "/imports/:import_id");
  await importing({ mapping: { columns } });
  await run();
  await recorder.create("exports", { kinds: ["clients", "bookings"] });
}

/** Records the portal's settings, and a form and a signature, which only guests write. */
export async function portal(service: TestService, recorder: Recorder, account: number): Promise<void> {
  const { create, change, send, know, id } = recorder;
  await create("portal_settings", { asks_documents: true, documents_kept_days: 14 });
  await change("portal_settings", { release_hours: 48, release_needs_agreement: true });
  const keys = [account, id("bookings"), id("rental_agreements")];
  const sealed = sealDocuments(testSecrets, { account, booking: Number(id("bookings")) }, [
    { name: "Ada Guest", birth_date: "1985-12-10", nationality: "GB", kind: "passport", number: "925076473" },
  ]);
  const [form] = await service.sql(
    `insert into guest_forms (account_id, booking_id, client_id, guests, sealed_documents)
     select account_id, id, client_id, '["Ada Guest"]', $3 from bookings where account_id = $1 and id = $2 returning id::integer`,
    [account, id("bookings"), sealed],
  );
  const [signature] = await service.sql(
    `insert into agreement_signatures (account_id, booking_id, client_id, rental_agreement_id, name, locale, digest, signed_at, ip, pdf)
     select account_id, id, client_id, $3, 'Ada Guest', 'en', sha256('No parties.'), now(), '203.0.113.7', '%PDF'
     from bookings where account_id = $1 and id = $2 returning id::integer`,
    keys,
  );
  know("guest_forms", Number(form?.id));
  know("agreement_signatures", Number(signature?.id));
  await send("POST", "/guest_forms/:guest_form_id/documents");
  await send("DELETE", "/portal_settings/:portal_setting_id");
  await create("portal_settings", { country_code: "PT", asks_documents: true, documents_of: "foreigners" });
}

/** A gateway's answer as it is stored, at times that are the same on every day. */
const authorized = [
  "update payment_steps set state = 'done', first_sent_at = now() where account_id = $1 and step = 'authorize' and state = 'queued'",
  "update payments set authorized_at = now(), transaction_id = 'pi_deposit' where account_id = $1 and kind = 'damage-deposit' and canceled_at is null",
  `update damage_deposits set state = 'authorized', payment_id = pending_payment_id, authorized_until = '2090-01-08T16:00:00Z',
     pending_payment_id = null, pending_since = null where account_id = $1 and state = 'authorizing'`,
];

/** Records a damage deposit's steps. No job asks the gateway here. */
export async function deposits(service: TestService, recorder: Recorder, account: number): Promise<void> {
  const { send, day, know, id } = recorder;
  const kept = id("bookings");
  const stay = { start_at: day(300), end_at: day(303), adults: 2, booked: true, damage_deposit: "200" };
  const booked = await send("POST", "/rentals/:rental_id/bookings", { bookings: [stay] });
  know("bookings", Number(recordOf(booked, "bookings").id));
  const card = { credit_card_token: "tok_visa", gateway_id: Number(id("payment_gateways")) };
  const authorize = async (): Promise<void> => {
    await send("POST", "/bookings/:booking_id/authorize_damage_deposit", { bookings: [card] });
    for (const statement of authorized) await service.sql(statement, [account]);
  };
  await authorize();
  await send("POST", "/bookings/:booking_id/release_damage_deposit");
  await authorize();
  await send("POST", "/bookings/:booking_id/capture_damage_deposit", {
    bookings: [
      { amount_in_cents: 8_000, reason: "Broken window", message_to_guest: "The glazier's bill is attached." },
    ],
  });
  know("bookings", kept);
}
