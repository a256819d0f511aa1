import type { KeyboardEvent } from "react";
import { type Cursor, moved } from "./cursor.ts";
import { draggedByKey, type Edge, type StayDrag } from "./drag.ts";

interface Keys {
  readonly cursor: Cursor;
  readonly drag: StayDrag | undefined;
  readonly rows: number;
  readonly today: number;
  readonly point: (cursor: Cursor) => void;
  readonly enter: (cursor: Cursor) => void;
  /** Starts dragging the stay under the cursor, or one of its edges. */
  readonly lift: (edge?: Edge) => void;
  readonly dragTo: (drag: StayDrag) => void;
  readonly drop: (drag: StayDrag) => void;
  readonly letGo: () => void;
}

/**
 * The grid's keyboard handler. Arrows move the cursor or a dragged stay, with Shift they select. `M` drags a stay, `E` its departure,
 * `A` its arrival. Enter opens, books or drops.
 */
export const keysOf = (keys: Keys) => (event: KeyboardEvent) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (keys.drag ? dragByKey(keys, keys.drag, event.key) : goBy(keys, event)) event.preventDefault();
};

const isEnter = (key: string): boolean => key === "Enter" || key === " ";

/** @returns whether the key was handled */
function dragByKey({ rows, dragTo, drop, letGo }: Keys, drag: StayDrag, key: string): boolean {
  const next = draggedByKey(drag, key, rows);
  if (next) dragTo(next);
  else if (isEnter(key)) drop(drag);
  else if (key === "Escape" || key === "Tab") letGo();
  return key !== "Tab";
}

const edges: Readonly<Record<string, Edge>> = { a: "arrival", e: "departure" };

function goBy({ cursor, rows, today, point, enter, lift }: Keys, { key, shiftKey }: KeyboardEvent): boolean {
  const next = moved(cursor, key, shiftKey, rows, today);
  const letter = key.toLowerCase();
  if (next) point(next);
  else if (isEnter(key)) enter(cursor);
  else if (letter === "m" || letter in edges) lift(edges[letter]);
  else return false;
  return true;
}
