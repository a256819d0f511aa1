import { useQuery } from "@tanstack/react-query";
import { useSession } from "../../app/session.tsx";
import { ifMatch, versionOf } from "../../components/conflict/version.ts";
import { countsIn, type Room, type RoomKind, roomKinds } from "./room-kinds.ts";
import { useTermWriting } from "./term-writing.ts";

/** A rental's rooms, by kind. */
export function useRooms(rental: number) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "rentals", "editor", rental, "rooms"],
    queryFn: async ({ signal }): Promise<Readonly<Record<RoomKind, readonly Room[]>>> => {
      const params = { path: { rental_id: [rental] }, query: { include: [...roomKinds] } };
      const { data } = await client.GET("/rentals/{rental_id}", { params, signal });
      const { bedrooms = [], bathrooms = [], living_rooms = [] } = data.rentals[0] ?? {};
      return {
        bedrooms: bedrooms.map((one) => ({
          kind: "bedrooms",
          id: one.id,
          name: one.name,
          counts: countsIn("bedrooms", one),
        })),
        bathrooms: bathrooms.map((one) => ({
          kind: "bathrooms",
          id: one.id,
          name: one.name,
          counts: countsIn("bathrooms", one),
        })),
        living_rooms: living_rooms.map((one) => ({
          kind: "living_rooms",
          id: one.id,
          name: {},
          counts: countsIn("living_rooms", one),
        })),
      };
    },
  });
}

/** A room with the version that was read. */
export interface SeenRoom {
  readonly id: number;
  readonly room: Room;
  readonly etag: string;
}

/** Creates, changes and removes a rental's rooms. */
export function useRoomWriting(rental: number) {
  const { client } = useSession();
  const write = useTermWriting(...roomKinds);
  const path = { rental_id: rental };
  const make = ({ kind, name, counts }: Room) =>
    write(async () => {
      if (kind === "bedrooms")
        await client.POST("/rentals/{rental_id}/bedrooms", {
          params: { path },
          body: { bedrooms: [{ ...counts, name }] },
        });
      else if (kind === "bathrooms")
        await client.POST("/rentals/{rental_id}/bathrooms", {
          params: { path },
          body: { bathrooms: [{ ...counts, name }] },
        });
      else
        await client.POST("/rentals/{rental_id}/living_rooms", { params: { path }, body: { living_rooms: [counts] } });
    });
  const change = ({ id, etag }: SeenRoom, { kind, name, counts }: Room) =>
    write(async () => {
      if (kind === "bedrooms")
        await client.PUT("/bedrooms/{bedroom_id}", {
          params: { path: { bedroom_id: id } },
          headers: ifMatch(etag),
          body: { bedrooms: [{ ...counts, name }] },
        });
      else if (kind === "bathrooms")
        await client.PUT("/bathrooms/{bathroom_id}", {
          params: { path: { bathroom_id: id } },
          headers: ifMatch(etag),
          body: { bathrooms: [{ ...counts, name }] },
        });
      else
        await client.PUT("/living_rooms/{living_room_id}", {
          params: { path: { living_room_id: id } },
          headers: ifMatch(etag),
          body: { living_rooms: [counts] },
        });
    });
  const remove = (kind: RoomKind, id: number) =>
    write(async () => {
      if (kind === "bedrooms") await client.DELETE("/bedrooms/{bedroom_id}", { params: { path: { bedroom_id: id } } });
      else if (kind === "bathrooms")
        await client.DELETE("/bathrooms/{bathroom_id}", { params: { path: { bathroom_id: id } } });
      else await client.DELETE("/living_rooms/{living_room_id}", { params: { path: { living_room_id: id } } });
    });
  /** A room as it is now, with its version. */
  const read = async (kind: RoomKind, id: number): Promise<SeenRoom> => {
    if (kind === "bedrooms") {
      const { data, response } = await client.GET("/bedrooms/{bedroom_id}", { params: { path: { bedroom_id: [id] } } });
      return seenRoom(kind, data.bedrooms[0], response);
    }
    if (kind === "bathrooms") {
      const params = { path: { bathroom_id: [id] } };
      const { data, response } = await client.GET("/bathrooms/{bathroom_id}", { params });
      return seenRoom(kind, data.bathrooms[0], response);
    }
    const params = { path: { living_room_id: [id] } };
    const { data, response } = await client.GET("/living_rooms/{living_room_id}", { params });
    return seenRoom(kind, data.living_rooms[0], response);
  };
  return { read, make, change, remove };
}

type RoomRecord = Parameters<typeof countsIn>[1] & { readonly id: number; readonly name?: Room["name"] };

function seenRoom(kind: RoomKind, record: RoomRecord | undefined, response: Response): SeenRoom {
  if (!record) throw new TypeError("The room is gone.");
  const room: Room = { kind, id: record.id, name: record.name ?? {}, counts: countsIn(kind, record) };
  return { id: record.id, room, etag: versionOf(response) };
}
