import { expect, onTestFinished, test } from "vitest";
import { actionsOf, addressOf, aReader, aRule, aTemplate, daysPass, performed } from "../automations/fixture.ts";
import { recordsOf } from "../harness/client.ts";
import { aBooking, aRental, created } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { faultsOf } from "./looks.ts";
import { dayFrom, useConsole } from "./open-console.ts";

/** Rules that act, in the console: Settings, Automations, and each booking (docs/guides/automations.md). */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });
const roost = useConsole(service);

test("a rule is made from nothing and forecast, one action is rewritten and one dropped, and the mail arrives", async () => {
  const { manager, account } = roost;
  await service.sql(
    "update accounts set mails_booking_confirmations = false, email = 'stay@robles.example' where id = $1",
    [account],
  );
  const template = await aTemplate(manager);
  const rental = await aRental(manager, { name: "Casa Camelia" });
  const [ada, grace] = [
    await aReader(manager, { fullname: "Ada Lovelace", lastname: "Lovelace" }),
    await aReader(manager, { fullname: "Grace Hopper", firstname: "Grace", lastname: "Hopper" }),
  ];
  const stayOf = (guest: typeof ada, days: number) =>
    aBooking(manager, rental, {
      ...{ client_id: guest.id, booked: true },
      ...{ start_at: `${dayFrom(days)}T16:00:00Z`, end_at: `${dayFrom(days + 3)}T10:00:00Z` },
    });
  const [first, second] = [await stayOf(ada, 10), await stayOf(grace, 14)];

  const page = await roost.open({ path: "/settings/automations" });
  await page.getByText("Balance reminder").waitFor();
  await page.getByRole("button", { name: "New rule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Choose a template to see what the rule will do.").waitFor();
  await dialog.getByLabel("Name", { exact: true }).fill("Way to the house");
  await dialog.getByLabel("Days", { exact: true }).fill("3");
  await dialog.getByLabel("At (local time)").fill("09:00");
  await dialog.getByLabel("Template").selectOption({ label: String(template.name) });
  await dialog.getByText("3 days before arrival, at 09:00: send “Directions” to the guest.", { exact: true }).waitFor();
  await dialog.getByText("2 actions for current bookings").waitFor();
  await dialog.getByText("Ada Lovelace", { exact: false }).waitFor();
  await dialog.getByText("Grace Hopper", { exact: false }).waitFor();
  expect(await faultsOf(page, "a new rule")).toEqual([]);
  await dialog.getByLabel("Nights, at least").fill("4");
  await dialog.getByText("No current booking").waitFor();
  await dialog.getByLabel("Nights, at least").fill("");
  await dialog.getByText("2 actions for current bookings").waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Rule saved.").waitFor();
  const coming = page.getByRole("main");
  await coming.getByText("Ada Lovelace", { exact: false }).waitFor();
  expect(await faultsOf(page, "the rules")).toEqual([]);
  const rule = recordsOf(await manager.get("/automations"), "automations").find(
    ({ name }) => name === "Way to the house",
  );
  expect(rule).toMatchObject({ state: "on", trigger: "arrival", offset_days: -3, at: "09:00", effect: "message" });

  await page.goto(page.url().replace("/settings/automations", `/bookings/${first.id}`));
  await page.getByRole("button", { name: "Edit text: Way to the house" }).click();
  await dialog.getByLabel("Text", { exact: true }).fill("Dear {{guest.nickname}}");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("unknown placeholders: guest.nickname").waitFor();
  await dialog.getByLabel("Text", { exact: true }).fill("Dear {{guest.firstname}}, the key is under the stone.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Text written for this guest").waitFor();
  await page.getByRole("button", { name: "Pause: Way to the house" }).click();
  await page.getByRole("button", { name: "Resume: Way to the house" }).click();
  await page.getByRole("button", { name: "Pause: Way to the house" }).waitFor();
  expect(await faultsOf(page, "a booking's actions")).toEqual([]);

  await page.goto(page.url().replace(`/bookings/${first.id}`, `/bookings/${second.id}`));
  await page.getByRole("button", { name: "Drop: Way to the house" }).click();
  await page.getByRole("button", { name: "Drop message" }).click();
  await page.getByText("Canceled (dropped)", { exact: false }).waitFor();

  await daysPass(service, account, 12);
  await performed(service);
  const mailsTo = (guest: typeof ada) =>
    mailer.sent
      .filter(({ to }) => to.address === addressOf(guest))
      .map(({ subject, text }) => [subject, text.split("\n")[0]]);
  expect(mailsTo(ada)).toEqual([["Your stay", "Dear Ada, the key is under the stone."]]);
  expect(mailsTo(grace)).toEqual([]);
  expect(await actionsOf(manager, `booking_id=${first.id}&automation_id=${rule?.id}`)).toMatchObject([
    { state: "sent" },
  ]);
});

test("a rule about inquiries is made, and what it plans is seen with the inquiry and in the coming days", async () => {
  const { manager } = roost;
  const template = await aTemplate(manager, { name: "First answer", body: { en: "Dear {{guest.firstname}}" } });
  const rental = await aRental(manager, { name: "Fig House" });
  const page = await roost.open({ path: "/settings/automations" });
  await page.getByRole("button", { name: "New rule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Action", { exact: true }).selectOption("Task in the rental");
  await dialog.getByLabel("Moment", { exact: true }).selectOption("inquiry");
  await dialog.getByText("The rule applies only to new inquiries.", { exact: false }).waitFor();
  expect(await dialog.getByLabel("Payment", { exact: true }).count()).toBe(0);
  expect(await dialog.getByRole("option", { name: "Task in the rental" }).count()).toBe(0);
  await dialog.getByLabel("Name", { exact: true }).fill("First answer");
  await dialog.getByLabel("Days", { exact: true }).fill("1");
  await dialog.getByLabel("At (local time)").fill("");
  await dialog.getByLabel("Template").selectOption({ label: String(template.name) });
  await dialog
    .getByText("1 day after an inquiry arrives: send “First answer” to the guest.", { exact: true })
    .waitFor();
  expect(await faultsOf(page, "a new rule about inquiries")).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Rule saved.").waitFor();
  await page.getByText("1 day after an inquiry arrives: send “First answer” to the guest.").waitFor();
  await created(manager, `/rentals/${rental.id}/inquiries`, "inquiries", {
    ...{ firstname: "Mary", lastname: "Somerville", email: "mary@example.com" },
  });
  await page.reload();
  await page.getByRole("main").getByRole("link", { name: "Mary Somerville" }).click();
  const item = page.getByRole("listitem").filter({ hasText: "Mary Somerville" });
  await item.getByText("First answer", { exact: true }).waitFor();
  expect(await faultsOf(page, "an inquiry with a planned answer")).toEqual([]);
  await page.getByRole("button", { name: "Edit text: First answer" }).click();
  await dialog.getByLabel("Text", { exact: true }).fill("Dear {{guest.lastname}}, it is free.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await item.getByText("Text written for this guest").waitFor();
  await page.getByRole("button", { name: "Send now: First answer" }).click();
  await page.getByText("First answer is being sent.").waitFor();
  await performed(service);
  const answers = mailer.sent.filter(({ to }) => to.address === "mary@example.com");
  expect(answers.map(({ text }) => text.split("\n")[0])).toEqual(["Dear Somerville, it is free."]);
});

test("a rule is narrowed, widened, paused and removed, and rules read in the person's language", async () => {
  const { manager, person } = roost;
  const rental = await aRental(manager, { name: "Mill House" });
  const rule = await aRule(manager, {
    name: "Report",
    effect: "mail",
    recipients: ["ada@example.com"],
    content: "Soon",
  });
  const stored = async () => recordsOf(await person.get(`/automations/${rule.id}`), "automations")[0];
  const page = await roost.open({ path: "/settings/automations" });
  const dialog = page.getByRole("dialog");
  const edit = () => page.getByRole("button", { name: "Edit: Report" }).click();
  const save = async () => {
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
  };
  await edit();
  await dialog.getByRole("combobox", { name: "Rentals" }).fill("Mill");
  await page.getByRole("option", { name: "Mill House" }).click();
  await dialog.getByLabel("Recipients").fill("ada@example.com, grace@example.com");
  await dialog.getByText("mail ada@example.com, grace@example.com. Only: Mill House.", { exact: false }).waitFor();
  await save();
  expect(await stored()).toMatchObject({
    ...{ rental_ids: [rental.id], recipients: ["ada@example.com", "grace@example.com"] },
  });
  await edit();
  await dialog.getByRole("button", { name: "Remove: Mill House" }).click();
  await save();
  expect(await stored()).toMatchObject({ rental_ids: null, content: "Soon" });
  await page.getByLabel("Status of Report").selectOption("Paused");
  await expect.poll(stored).toMatchObject({ state: "paused" });
  await page.getByRole("button", { name: "Remove: Report" }).click();
  await page.getByRole("button", { name: "Remove rule" }).click();
  await page.getByText("Report removed.").waitFor();
  expect((await manager.get(`/automations/${rule.id}`)).status).toBe(404);
  expect(await page.getByRole("button", { name: "Remove: Balance reminder" }).count()).toBe(0);
  const speak = (locale: string | null) =>
    service.sql("update users set locale = $2 where id in (select user_id from memberships where account_id = $1)", [
      ...[roost.account, locale],
    ]);
  onTestFinished(async () => {
    await speak(null);
  });
  await speak("de");
  await page.reload();
  await page.getByText("Wenn der Restbetrag fällig ist: den Gast an den Restbetrag erinnern.").waitFor();
});
