import type { ResourceRegistry } from "../../../../kernel/registry.ts";
import { attributeOf, jsonOf } from "../cell.ts";

const addressColumns = ["address1", "address2", "city", "state", "zip", "country_code"];

/** A client's body from flat columns with one e-mail address, one phone number and one postal address. */
export function clientElement(
  registry: ResourceRegistry,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const element: Record<string, unknown> = {};
  const address: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(values)) {
    const attribute = attributeOf(registry.get("clients"), column);
    if (addressColumns.includes(column)) address[column] = value;
    else if (column === "email") element.emails = [{ label: "default", email: value }];
    else if (column === "phone") element.phones = [{ label: "default", number: value }];
    else if (attribute) element[column] = jsonOf(value, attribute);
  }
  if (Object.keys(address).length > 0) element.addresses = [{ label: "default", ...address }];
  return element;
}
