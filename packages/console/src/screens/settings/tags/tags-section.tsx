import { useSession } from "../../../app/session.tsx";
import { TagList } from "./tag-list.tsx";

/** The tags by which the account groups its rentals and its bookings (service.md, Rentals tag). */
export function TagsSection() {
  const { may } = useSession();
  return (
    <>
      {may("rentals_write") && <TagList kind="rentals_tags" />}
      {may("bookings_write") && <TagList kind="bookings_tags" />}
    </>
  );
}
