import type { Operation } from "./operation.ts";

/** Creates a guest: only the idempotency key prevents a duplicate. */
export const makeGuest: Operation = {
  kind: "note a guest",
  weight: 8,
  may: () => true,
  async run({ persona, random, marker }) {
    const fullname = `Guest ${marker}`;
    const record = await persona.make(random, "clients", {
      ...{ kind: "note a guest", method: "POST", path: "/clients", marker, success: 201 },
      body: { clients: [{ fullname, notes: marker }] },
    });
    if (record) persona.guests.push({ id: Number(record.id), marker, fullname });
  },
};

/** Renames a guest. */
export const renameGuest: Operation = {
  kind: "rename a guest",
  weight: 5,
  may: ({ guests }) => guests.length > 0,
  async run({ persona, random, marker }) {
    const guest = random.pick(persona.guests);
    if (!guest) return;
    const fullname = `Renamed ${marker}`;
    const done = await persona.ask(random, {
      ...{ kind: "rename a guest", method: "PUT", path: `/clients/${guest.id}`, success: 200 },
      body: { clients: [{ fullname }] },
    });
    if (done) guest.fullname = fullname;
  },
};
