import { type Answer, type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { aBooking, aGuest, aRental } from "../harness/factories.ts";
import { dayAhead } from "../rates/factories.ts";

/** A three-night stay that ended the given number of days ago. */
export const past = (daysAgo: number) => ({
  start_at: `${dayAhead(-daysAgo - 3)}T16:00:00Z`,
  end_at: `${dayAhead(-daysAgo)}T10:00:00Z`,
  booked: true,
});

/** A past stay by John Smith from France. */
export async function aStay(api: ApiClient, rental?: Json, attributes: Json = past(2)): Promise<Json> {
  const client = await aGuest(api, {
    firstname: "John",
    lastname: "Smith",
    fullname: undefined,
    addresses: [{ city: "Bath" }, { country_code: "FR" }],
  });
  return aBooking(api, rental ?? (await aRental(api)), { client_id: client.id, ...attributes });
}

/** Tries to create a review and returns the response, successful or not. */
export const reviewing = (api: ApiClient, stay: Json, attributes: Json = {}): Promise<Answer> =>
  api.post(`/bookings/${stay.id}/reviews`, { reviews: [{ comment: "It was awesome!", ...attributes }] });

export const aReview = async (api: ApiClient, stay: Json, attributes: Json = {}): Promise<Json> => {
  const answer = await reviewing(api, stay, attributes);
  if (answer.status !== 201) throw new Error(`A review answered ${answer.status}: ${answer.text}`);
  return recordOf(answer, "reviews");
};
