import createClient from "openapi-fetch";
import type { paths } from "roost-api";

/**
 * A client that knows nothing of the service but its OpenAPI document: it books two stays with fees, plainly and strictly, and says what it
 * booked. `node book.ts <url> <token> <rental> <fee of the rental>`; every type is the document's, and none is forced.
 */
const [url = "", token = "", rental = "", fee = ""] = process.argv.slice(2);
const api = createClient<paths>({
  baseUrl: `${url}/api/v3`,
  headers: { Authorization: `Bearer ${token}` },
  querySerializer: { array: { style: "form", explode: false } },
});
const rentalId = Number(rental);

/** Two guests, a fee of the rental and one that stands alone, and then some firewood. */
async function bookPlainly() {
  const booked = await api.POST("/rentals/{rental_id}/bookings", {
    params: { path: { rental_id: rentalId }, header: { "Idempotency-Key": crypto.randomUUID() } },
    body: {
      bookings: [
        {
          start_at: "2090-06-01",
          end_at: "2090-06-04",
          booked: true,
          adults: 2,
          initial_price: "300",
          bookings_fees: [
            { rentals_fee_id: Number(fee) },
            { name_en: "Dog", price: "25", kind: "pet_fee", times_booked: 1 },
          ],
          bookings_taxes: [],
          comments: [{ content: "By a generated client." }],
        },
      ],
    },
  });
  const booking = booked.data?.bookings[0];
  if (!booking) throw new Error(`Nothing was booked: ${JSON.stringify(booked.error)}`);
  const added = await api.PATCH("/bookings/{id}/add_bookings_fee", {
    params: { path: { id: booking.id } },
    body: { bookings_fees: [{ name_en: "Firewood", price: 10, kind: "wood", times_booked: 2 }] },
  });
  const withFees = added.data?.bookings[0];
  if (!withFees) throw new Error(`No fee was added: ${JSON.stringify(added.error)}`);
  return {
    final_price: withFees.final_price,
    fees: withFees.bookings_fees.map(({ name, price, times_booked }) => ({ name, price, times_booked })),
  };
}

/** What a website does: it asks for the price, and books for exactly that. */
async function bookStrictly() {
  const stay = { start_at: "2090-07-01", end_at: "2090-07-05", adults: 2 };
  const searched = await api.GET("/rentals/{ids}/search", {
    params: {
      path: { ids: [rentalId] },
      query: { ...stay, fields: ["id", "currency", "final_price", "price_to_pay_now"] },
    },
  });
  const quoted = searched.data?.rentals[0];
  if (!quoted || typeof quoted.final_price !== "number" || typeof quoted.price_to_pay_now !== "number")
    throw new Error(`There is no price: ${JSON.stringify(searched)}`);
  const booked = await api.POST("/strict_bookings", {
    body: {
      bookings: [
        {
          ...stay,
          rental_id: quoted.id,
          final_price: quoted.final_price,
          price_to_pay_now: quoted.price_to_pay_now,
          currency: quoted.currency,
          client: {
            firstname: "Grace",
            lastname: "Visitor",
            email: "grace@example.com",
            phone_number: "+44 20 7946 0000",
          },
        },
      ],
    },
  });
  const booking = booked.data?.bookings[0];
  if (!booking) throw new Error(`Nothing was booked: ${JSON.stringify(booked.error)}`);
  const read = await api.GET("/bookings/{booking_id}", {
    params: { path: { booking_id: [booking.id] }, query: { include: ["bookings_fees", "client"] } },
  });
  const shown = read.data?.bookings[0];
  return {
    quoted: quoted.final_price,
    final_price: shown?.final_price,
    fees: shown?.bookings_fees?.map(({ name, price }) => ({ name: name.en, price })),
    guest: shown?.client?.fullname,
  };
}

process.stdout.write(JSON.stringify({ plainly: await bookPlainly(), strictly: await bookStrictly() }));
