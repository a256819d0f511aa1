import { countryCode } from "../../../core/countries.ts";
import { string } from "../../../kernel/attribute.ts";
import { nestedOne } from "../../../kernel/nested.ts";
import { bodyOf } from "../../../kernel/request-body.ts";
import { formats } from "../../../kernel/values/text.ts";
import { client } from "./client.ts";

const { firstname, lastname } = client.attributes;

/** The attributes of a guest inside another body (conventions.md, strict_bookings). */
export const guestAttributes = {
  firstname: firstname.description("The guest's first name."),
  lastname: lastname.description("The guest's last name."),
  email: string({ format: formats.email }).inputOnly().description("The guest's e-mail address."),
  phone_number: string({ maxLength: 50, format: formats.phone }).inputOnly().description("The guest's phone number."),
  country_code: string({ maxLength: 2, format: countryCode })
    .inputOnly()
    .description("The guest's country: two letters, ISO 3166-1."),
};

const names = Object.keys(guestAttributes);
const unknownName = `is not an attribute of client: it has ${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;

/** A guest inside another body. Unspecified: it needs at least one attribute. */
export const guestBody = nestedOne(bodyOf(client, guestAttributes, unknownName), {
  required: true,
  description: "The guest. Creates a client along with the booking.",
});
