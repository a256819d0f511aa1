import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { TagChoice } from "../../components/tags/tag-choice.tsx";

interface BookingTagsProps {
  readonly booking: BookingRecord;
  readonly isReadOnly: boolean;
}

/** The booking's tags, each saved at once. */
export function BookingTags({ booking: { id, links }, isReadOnly }: BookingTagsProps) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const toggle = async (bookings_tag_id: number, isChosen: boolean) => {
    const params = { path: { id, bookings_tag_id } };
    if (isChosen) await client.POST("/bookings/{id}/add_tag/{bookings_tag_id}", { params });
    else await client.DELETE("/bookings/{id}/remove_tag/{bookings_tag_id}", { params });
    await queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
  };
  return <TagChoice kind="bookings_tags" chosen={links.bookings_tags ?? []} {...{ toggle, isReadOnly }} />;
}
