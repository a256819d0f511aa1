import { string } from "../../kernel/attribute.ts";
import { nestedOne } from "../../kernel/nested.ts";
import { formats } from "../../kernel/values/text.ts";
import { client } from "./client.ts";

const { firstname, lastname } = client.attributes;

/** A guest inside another body (conventions.md, strict_bookings). */
export const guestBody = nestedOne(
  {
    attributes: {
      firstname: firstname.description("The guest's first name."),
      lastname: lastname.description("The guest's last name."),
      email: string({ format: formats.email }).inputOnly().description("Where to write to the guest."),
      phone_number: string({ maxLength: 50, format: formats.phone })
        .inputOnly()
        .description("Where to call the guest."),
    },
  },
  { description: "The guest, who becomes a client of the account along with the booking." },
);
