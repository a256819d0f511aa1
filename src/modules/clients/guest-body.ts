import { string } from "../../kernel/attribute.ts";
import { nestedOne } from "../../kernel/nested.ts";
import { formats } from "../../kernel/values/text.ts";
import { client } from "./client.ts";

const { firstname, lastname } = client.attributes;

/** A guest inside another body (conventions.md, strict_bookings). */
export const guestBody = nestedOne(
  {
    attributes: {
      firstname: firstname.meaning("The guest's first name."),
      lastname: lastname.meaning("The guest's last name."),
      email: string({ format: formats.email }).forTheVerb().meaning("Where to write to the guest."),
      phone_number: string({ maxLength: 50, format: formats.phone }).forTheVerb().meaning("Where to call the guest."),
    },
  },
  { meaning: "The guest, who becomes a client of the account along with the booking." },
);
