import { id, string, text, time, timestamps } from "../../../../kernel/attribute.ts";
import { signedDocumentUrl } from "../../../../kernel/files/file-urls.ts";
import { one, owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { idList } from "../../../../kernel/search.ts";
import { answeredBy, protectedByGuest } from "../guest-protection.ts";

/** A guest's signature of an agreement on the portal (docs/guides/portal.md). */
export const agreementSignature = defineResource("agreement_signatures", {
  singular: "agreement_signature",
  description:
    "A guest's signature on a booking's agreement: the typed name, the moment, the address and the digest of the text. It never changes. A newer agreement is signed again, and so is the same one by another guest of the booking.",
  readScopes: ["bookings_read", "bookings_write"],
  attributes: {
    id: id(),
    name: text().readOnly().present().personal().description("The name as the guest typed it."),
    locale: string().readOnly().present().description("The language of the signed text."),
    text_sha256: string()
      .from("encode(agreement_signatures.digest, 'hex')")
      .present()
      .description("The SHA-256 of the signed text, in hex."),
    signed_at: time().readOnly().present().description("When the guest signed."),
    ip: string().readOnly().personal().description("The IP address from which the guest signed."),
    pdf_url: string()
      .from(
        `case when agreement_signatures.pdf is not null then ${signedDocumentUrl("agreement_signatures", "signature")} end`,
      )
      .personal()
      .description("The download URL of the signed agreement, a PDF file, valid for about a day without a token."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    booking: one("bookings").present().description("The booking."),
    rental_agreement: one("rental_agreements").present().description("The signed agreement."),
    client: one("clients").description(answeredBy),
  },
  personalData: protectedByGuest("agreement_signatures"),
  counted: {},
  search: {
    booking_id: idList({
      condition: "agreement_signatures.booking_id = any(:booking_id)",
      description: "Comma-separated booking ids.",
    }),
  },
});
