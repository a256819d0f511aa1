import { expect, test } from "vitest";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aGuest, aRental, created, linksOf, read } from "../harness/factories.ts";
import { ownPeople } from "../harness/people.ts";
import { useSharedService } from "../harness/service.ts";

/** Whose data an inquiry is: who wrote it, not who else has its address (bookings.md, Who a guest is and Personal data). */
const service = useSharedService();

const anInquiry = async (client: ApiClient, attributes: Json) =>
  created(client, `/rentals/${(await aRental(client)).id}/inquiries`, "inquiries", {
    ...{ firstname: "Ines", lastname: "Muster", email: "family@example.com", message: "Is there a cot?" },
    ...attributes,
  });

const aFamilyMember = (client: ApiClient, firstname: string) =>
  aGuest(client, {
    ...{ fullname: `${firstname} Muster`, firstname, lastname: "Muster" },
    emails: [{ email: "family@example.com" }],
  });

const messagesIn = async (client: ApiClient, { links }: Json): Promise<string[]> => {
  const { conversation } = linksOf({ links });
  const answer = await client.get(`/inbox/messages?conversation_id=${conversation}`);
  return recordsOf(answer, "messages").map(({ content }) => String(content));
};

test("forgetting one of two people with an address leaves the other's inquiry and conversation", async () => {
  const client = await service.aClient(await service.anAccount());
  const [ines, paul] = [await aFamilyMember(client, "Ines"), await aFamilyMember(client, "Paul")];
  const inquiry = await anInquiry(client, { firstname: "Paul" });
  expect((await client.post(`/clients/${ines.id}/forget`)).status).toBe(200);
  expect(await read(client, "inquiries", inquiry.id)).toMatchObject({ firstname: "Paul", message: "Is there a cot?" });
  expect(await messagesIn(client, inquiry)).toEqual(["Is there a cot?"]);
  expect((await client.post(`/clients/${paul.id}/forget`)).status).toBe(200);
  expect(await read(client, "inquiries", inquiry.id)).toMatchObject({ message: null });
  expect(await messagesIn(client, inquiry)).not.toContain("Is there a cot?");
});

test("forgetting a guest erases an inquiry from an address that they had before", async () => {
  const client = await service.aClient(await service.anAccount());
  const ines = await aFamilyMember(client, "Ines");
  const inquiry = await anInquiry(client, {});
  await client.put(`/clients/${ines.id}`, { clients: [{ emails: [{ email: "ines@new.example" }] }] });
  expect((await client.post(`/clients/${ines.id}/forget`)).status).toBe(200);
  expect(await read(client, "inquiries", inquiry.id)).toMatchObject({ message: null });
  expect(JSON.stringify(await read(client, "inquiries", inquiry.id))).not.toContain("Muster");
});

test("restricting a guest hides an inquiry from an address that they had before", async () => {
  const account = await service.anAccount();
  const [stranger, own] = [await service.aClient(account), await ownPeople(service, account)];
  const ines = await aFamilyMember(stranger, "Ines");
  const inquiry = await anInquiry(stranger, {});
  await stranger.put(`/clients/${ines.id}`, { clients: [{ emails: [{ email: "ines@new.example" }] }] });
  expect((await own.post(`/clients/${ines.id}/restrict_processing`)).status).toBe(200);
  expect(await read(stranger, "inquiries", inquiry.id)).toMatchObject({ lastname: "(hidden)", message: null });
  expect(await read(own, "inquiries", inquiry.id)).toMatchObject({ lastname: "Muster", message: "Is there a cot?" });
});
