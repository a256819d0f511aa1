import { compactVatNumber, isVatNumber } from "../../../../core/invoices/vat-number.ts";
import type { Buyer, Seller } from "../document/invoice-document.ts";
import { type Element, element, optional } from "./xml.ts";

/** The seller (BG-4). */
export function supplier(seller: Seller): Element {
  const hasVat = isVatNumber(seller.vat_number);
  // A number without a country's prefix is a registration with the local tax office (BT-32).
  const local = seller.tax_number ?? (hasVat ? null : seller.vat_number);
  return element("cac:AccountingSupplierParty", [
    element("cac:Party", [
      element("cac:PartyName", [element("cbc:Name", seller.trade_name)]),
      postalAddress(seller),
      hasVat ? taxScheme(compactVatNumber(seller.vat_number ?? ""), "VAT") : undefined,
      local === null || local === "" ? undefined : taxScheme(local, "FC"),
      element("cac:PartyLegalEntity", [
        element("cbc:RegistrationName", seller.name),
        optional("cbc:CompanyID", seller.registration_number),
      ]),
      contact({ email: seller.email, phone: seller.phone }),
    ]),
  ]);
}

/** The buyer (BG-7). @param isSubject whether the invoice is subject to VAT; otherwise it must not state the buyer's number (BR-O-02) */
export function customer(buyer: Buyer, isSubject: boolean): Element {
  const hasVat = isSubject && isVatNumber(buyer.vat_number);
  const name = buyer.company ?? buyer.name ?? "";
  return element("cac:AccountingCustomerParty", [
    element("cac:Party", [
      postalAddress(buyer),
      hasVat ? taxScheme(compactVatNumber(buyer.vat_number ?? ""), "VAT") : undefined,
      element("cac:PartyLegalEntity", [
        element("cbc:RegistrationName", name),
        optional("cbc:CompanyID", hasVat ? null : buyer.vat_number),
      ]),
      contact({ name: buyer.company === null ? null : buyer.name, email: buyer.email, phone: null }),
    ]),
  ]);
}

function postalAddress({ address1, address2, city, zip, state, country_code }: Seller | Buyer): Element {
  return element("cac:PostalAddress", [
    optional("cbc:StreetName", address1),
    optional("cbc:AdditionalStreetName", address2),
    optional("cbc:CityName", city),
    optional("cbc:PostalZone", zip),
    optional("cbc:CountrySubentity", state),
    element("cac:Country", [element("cbc:IdentificationCode", country_code ?? "")]),
  ]);
}

const taxScheme = (company: string, scheme: "VAT" | "FC"): Element =>
  element("cac:PartyTaxScheme", [
    element("cbc:CompanyID", company),
    element("cac:TaxScheme", [element("cbc:ID", scheme)]),
  ]);

interface Contact {
  readonly name?: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

function contact({ name, email, phone }: Contact): Element | undefined {
  const ways = [optional("cbc:Name", name), optional("cbc:Telephone", phone), optional("cbc:ElectronicMail", email)];
  return ways.some((way) => way !== undefined) ? element("cac:Contact", ways) : undefined;
}
