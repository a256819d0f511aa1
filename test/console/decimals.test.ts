import { expect, onTestFinished, test } from "vitest";
import { recordsOf } from "../harness/client.ts";
import { aRental, created, read } from "../harness/factories.ts";
import { aStay, card, edit } from "./edited-booking.ts";
import { typeInto } from "./keyboard.ts";
import { useConsole } from "./open-console.ts";

/** Numbers in an Austrian account, with decimal commas, in a browser with decimal points (console.md, How it feels). */
const roost = useConsole(undefined, async (service) => {
  const account = await service.anAccount();
  await service.sql("update accounts set country_code = 'AT' where id = $1", [account]);
  return account;
});

test("a booking takes a discount with a comma and a blank, and an amount pasted from another language", async () => {
  const stay = await aStay(roost.manager, "Comma House");
  const page = await roost.open({ path: `/bookings/${stay.id}` });
  await edit(page, "Price").click();
  const form = page.getByRole("form", { name: "Price" });
  const price = form.getByLabel("Rental price");
  for (const written of ["1,234.50", "1.234,50 €"]) {
    await price.selectText();
    // Reaches the page as a paste does: at once.
    await page.keyboard.insertText(written);
    expect(await price.inputValue()).toBe(written);
    await page.keyboard.press("Tab");
    expect(await price.inputValue()).toBe("1.234,50");
  }
  await typeInto(page, form.getByLabel("Discount"), "12,5 %");
  await form.getByText(/Price changes from €\s320,00 to €\s1\.100,19\./).waitFor();
  await form.getByRole("button", { name: "Save" }).click();
  await card(page, "Price")
    .getByText(/12,5\s?%/)
    .waitFor();
  expect(await read(roost.manager, "bookings", stay.id)).toMatchObject({
    ...{ initial_price: "1234.5", discount: "12.5%", final_price: "1100.19" },
  });
  await edit(page, "Price").click();
  expect(await form.getByLabel("Discount").inputValue()).toBe("12,5%");
});

test.each([
  {
    country: "AT",
    text: "12.05",
    fault: "“12.05” isn’t a number here. Write it with a decimal comma, such as 1.250,50.",
    right: "12,05",
  },
  {
    country: "IE",
    text: "12,05",
    fault: "“12,05” isn’t a number here. Write it with a decimal point, such as 1,250.50.",
    right: "12.05",
  },
])(
  "in $country, the amount $text is refused with the sign to use, typed or pasted, and never becomes 1205",
  async ({ country, text, fault, right }) => {
    const locate = (code: string) =>
      roost.service.sql("update accounts set country_code = $2 where id = $1", [roost.account, code]);
    await locate(country);
    onTestFinished(async () => void (await locate("AT")));
    const stay = await aStay(roost.manager, `House ${country}`);
    const page = await roost.open({ path: `/bookings/${stay.id}` });
    await edit(page, "Price").click();
    const form = page.getByRole("form", { name: "Price" });
    const price = form.getByLabel("Rental price");
    for (const write of [page.keyboard.type, page.keyboard.insertText]) {
      await price.selectText();
      await write.call(page.keyboard, text);
      expect(await price.inputValue()).toBe(text);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      await form.getByText(fault).waitFor();
      expect(await price.inputValue()).toBe(text);
    }
    expect(await read(roost.manager, "bookings", stay.id)).toMatchObject({ initial_price: "300.0" });
    await typeInto(page, price, right);
    await page.keyboard.press("Enter");
    await form.waitFor({ state: "detached" });
    expect(await read(roost.manager, "bookings", stay.id)).toMatchObject({ initial_price: "12.05" });
    // A shown amount loses its thousands' signs while its digits change.
    await roost.manager.put(`/bookings/${stay.id}`, { bookings: [{ initial_price: "1234.5" }] });
    await card(page, "Price")
      .getByText(/1[.,]234[.,]50/)
      .first()
      .waitFor();
    await edit(page, "Price").click();
    await expect.poll(() => price.inputValue()).toMatch(/^1234[.,]50$/);
    expect(await page.evaluate("document.activeElement.selectionEnd - document.activeElement.selectionStart")).toBe(7);
    await page.keyboard.press("Home");
    await page.keyboard.press("Delete");
    await page.keyboard.press("Enter");
    await form.waitFor({ state: "detached" });
    expect(await read(roost.manager, "bookings", stay.id)).toMatchObject({ initial_price: "234.5" });
  },
);

test("a price rule takes a negative percentage with a zero after the comma", async () => {
  const table = await created(roost.manager, "/rates_tables", "rates_tables", { name_en: "Rule table" });
  const rental = await aRental(roost.manager, { name: "Rule House", base_rate: "100", rates_table_id: table.id });
  const page = await roost.open({ path: `/rates?rental=${rental.id}` });
  await page.getByRole("combobox", { name: "Rental" }).selectOption("Rule House");
  await page.getByText("Rules", { exact: true }).click();
  await page.getByRole("button", { name: "Add rule" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Rule").selectOption("Day-of-week price");
  const percent = dialog.getByLabel("Percent (negative to lower)");
  await typeInto(page, percent, "-12.5");
  expect(await percent.inputValue()).toBe("-12.5");
  await typeInto(page, percent, "-12,05");
  await dialog.getByText(/cost 12,05\s?% less/).waitFor();
  await dialog.getByRole("button", { name: "Save rule" }).click();
  await page.getByText("Rule saved.").waitFor();
  expect(recordsOf(await roost.manager.get("/rates_rules"), "rates_rules")).toMatchObject([{ percentage: "-12.05" }]);
});
