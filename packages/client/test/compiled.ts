import { bearer, createClient, type Resource } from "@roost/client";

/** Never runs: the compiler checks that calls match the document (`npm run types`). */
export async function compiled(): Promise<void> {
  const client = createClient({ baseUrl: "https://roost.example", auth: bearer("token") });
  const { data } = await client.GET("/bookings", { params: { query: { rental_id: [1], status: ["booked"] } } });
  const bookings: readonly Resource<"bookings">[] = data.bookings;
  for await (const { id } of client.records("/bookings")) id satisfies number;
  const params = { path: { rental_id: 1 } };
  const stay = { start_at: "2090-01-01", end_at: "2090-01-02" };
  const booked = await client.POST("/rentals/{rental_id}/bookings", { params, body: { bookings: [stay] } });
  booked.data.bookings satisfies readonly Resource<"bookings">[];
  const gone = await client.DELETE("/bookings/{booking_id}", { params: { path: { booking_id: 1 } } });
  gone.data satisfies undefined;
  void bookings;
  // @ts-expect-error: unknown path
  await client.GET("/booking");
  // @ts-expect-error: unknown method
  await client.DELETE("/me");
  // @ts-expect-error: missing id
  await client.GET("/bookings/{booking_id}");
  // @ts-expect-error: misspelled option
  await client.GET("/bookings", { parms: {} });
  // @ts-expect-error: unknown parameter
  await client.GET("/bookings", { params: { query: { rentals: [1] } } });
  // @ts-expect-error: wrong attribute type
  await client.POST("/rentals/{rental_id}/bookings", { params, body: { bookings: [{ ...stay, end_at: 2 }] } });
  // @ts-expect-error: not a list
  client.records("/bookings/{booking_id}");
}
