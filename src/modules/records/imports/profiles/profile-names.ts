/** The systems whose exports Roost recognizes by their header. */
export const profileNames = [
  "airbnb",
  "booking_com",
  "vrbo",
  "lodgify",
  "smoobu",
  "guesty",
  "hostaway",
  "ownerrez",
  "beds24",
] as const;
export type ProfileName = (typeof profileNames)[number];
