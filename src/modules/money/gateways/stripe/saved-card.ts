/** The reference of a saved card: Stripe's ids of the customer and of the PaymentMethod. */
export const savedCard = (customer: string, method: string): string => `${customer}/${method}`;

/** Reads a saved card's reference; undefined for a token of a new card. */
export function cardIn(token: string): { readonly customer: string; readonly method: string } | undefined {
  const [, customer, method] = /^(cus_[^/]+)\/([^/]+)$/.exec(token) ?? [];
  return customer === undefined || method === undefined ? undefined : { customer, method };
}
