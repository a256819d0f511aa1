import { decimal, id, integer, oneOf, storedFile, string, timestamps, translated } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { formats } from "../../../kernel/values/text.ts";
import { maxFileBytes } from "../../platform/files/upload.ts";
import { urlOf } from "./photo-sizes.ts";

/** A photo's subject (enums.yaml, photo_kinds). */
// biome-ignore format: one list, read as one
export const photoKinds = [
  "bathroom", "bedroom", "floor_plan", "inside", "kitchen", "livingroom", "outside", "surroundings",
] as const;

/** Maximum photos per rental (conventions.md, Bounds). */
export const maxPhotos = 500;

/** A photo of a rental, in several sizes and formats (the reference, photos; docs/design/files.md). */
export const photo = defineResource("photos", {
  singular: "photo",
  description: "A photo of a rental, in eight sizes. A rental has at most 500, in order.",
  readScopes: ["public", "rentals_read", "rentals_write"],
  attributes: {
    id: id(),
    description: translated({ maxLength: 80 }).description("A short caption."),
    kind: oneOf(photoKinds).description("The part of the home it shows; null if unknown."),
    micro_url: urlOf("micro"),
    thumb_url: urlOf("thumb"),
    small_url: urlOf("small"),
    compact_url: urlOf("compact"),
    medium_url: urlOf("medium"),
    large_url: urlOf("large"),
    grande_url: urlOf("grande"),
    giant_url: urlOf("giant"),
    position: integer({ min: 1, max: maxPhotos })
      .presentOrAbsent()
      .persistedByOperation()
      .description("Its position among the rental's photos, from 1. The others shift. Defaults to the last position."),
    height: integer().readOnly().description("The original's height in pixels; null until it is ready."),
    ratio: decimal()
      .from("round(photos.width::numeric / photos.height, 2)")
      .description("Width divided by height; null until it is ready."),
    width: integer().readOnly().description("The original's width in pixels; null until it is ready."),
    size_in_bytes: integer().readOnly().description("The original's size in bytes; null until it is ready."),
    photo_error: string()
      .readOnly()
      .description("Why the last picture could not be fetched or resized; null if there was no error."),
    ...timestamps(),
    photo: storedFile(maxFileBytes).description(
      "The picture: JPEG, PNG, WebP, AVIF or GIF (first frame). Creating a photo needs it or remote_photo_url; an update replaces the picture.",
    ),
    remote_photo_url: string({ maxLength: 2000, format: formats.url })
      .inputOnly()
      .description("The address to fetch the picture from, soon after the response."),
  },
  relations: {
    account: owner(),
    rental: one("rentals").deletedAlong().present().description("The rental it shows."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
