import { beforeAll, expect, test } from "vitest";
import type { Json } from "../harness/client.ts";
import { aBooking, aFee, aGuest, aRental, aRentalsFee, created } from "../harness/factories.ts";
import { aMember, type ConsoleClient } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { anAgent, aToken, objectIn, type WireAgent } from "./fixture.ts";

/** An approval does the same as the dry run: numbers of new records and the moment of the run do not count. */
const service = useService();
const rounds = 4;
let person: ConsoleClient;
let agent: WireAgent;

beforeAll(async () => {
  const account = await service.anAccount({ mail_guests_from_api: true });
  person = await aMember(service, account, "manager");
  agent = await anAgent(service, await aToken(service, [account], { mayPropose: true }));
  await created(person, "/hosts", "hosts", { firstname: "Rosa", lastname: "Robles", email: "rosa@example.com" });
});

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const nights = (from: number, until: number) => ({ arrival: dayIn(from), departure: dayIn(until) });

async function requests(round: number): Promise<Json[]> {
  const rental = await aRental(person, { base_rate: "100", damage_deposit: "200", downpayment: 30, balance_due: 40 });
  await aRentalsFee(person, rental, await aFee(person), { required: true });
  const guest = await aGuest(person, { emails: [{ email: `ada${round}@example.com` }] });
  const stay = { client_id: guest.id, booked: true, start_at: dayIn(30), end_at: dayIn(33) };
  const booking = await aBooking(person, rental, stay);
  const conversation = await created(person, "/inbox/conversations", "conversations", { default_channel: "email" });
  const participant = { conversation_id: conversation.id, member_type: "Client", member_id: guest.id };
  await created(person, "/inbox/participants", "participants", participant);
  const [booking_id, rental_id] = [booking.id, rental.id];
  const bob = { fullname: `Bob ${round}`, email: `bob${round}@example.com`, phone: `+3312345670${round}` };
  return [
    { action: "move", booking_id, departure: dayIn(35), reprice: true },
    { action: "move", booking_id, ...nights(29, 34) },
    { action: "book", rental_id, ...nights(60, 63), client_id: guest.id, adults: 2 },
    { action: "book", rental_id, ...nights(70, 73), guest: bob, adults: 2, price: "500" },
    { action: "hold", rental_id, ...nights(5, 8), guest: bob },
    { action: "block", rental_id, ...nights(10, 11) },
    { action: "set_prices", rental_id, ...nights(10, 20), percentage: "10", minimum_stay: 3 },
    { action: "answer", conversation_id: conversation.id, text: "Hello" },
    { action: "cancel", booking_id, reason: "Storm" },
  ];
}

test("every action can be approved, in any second", async () => {
  for (let round = 0; round < rounds; round++) {
    for (const request of await requests(round)) {
      const { proposal } = await agent.content("propose", request);
      const { status, text } = await person.post(`/proposals/${objectIn(proposal).id}/approve`);
      expect([status, text], JSON.stringify(request)).toEqual([200, expect.stringContaining("approved")]);
    }
  }
});
