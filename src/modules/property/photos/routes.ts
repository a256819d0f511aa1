import { type Route, reads } from "../../../kernel/route.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { createsUnder } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { upload } from "../../platform/files/upload.ts";
import { rental } from "../rentals/rental.ts";
import { lockRentalOf } from "../rentals/touch-rental.ts";
import { photo } from "./photo.ts";
import { pictureTypes } from "./picture-types.ts";
import { checkPicture, createPhoto, destroyPhoto, updatePhoto } from "./save-photo.ts";

const writing = {
  scopes: ["rentals_write"],
  check: checkPicture,
  upload: upload("photo", pictureTypes),
} as const;

/** The rental's lock protects its photos' order. */
const prepare = (context: WriteContext, id: number) => lockRentalOf(context, photo, id);

export const photosRoutes: readonly Route[] = [
  ...reads(photo),
  createsUnder(rental, photo, {
    ...writing,
    description:
      "The sizes are encoded after the response. Their addresses are null until they are ready and then never change. Poll with updated_since.",
    create: createPhoto,
  }),
  ...updates(photo, {
    ...writing,
    description: "A new picture gets new addresses. The earlier ones work until the new ones are ready.",
    prepare,
    update: updatePhoto,
  }),
  destroys(photo, { scopes: writing.scopes, prepare, destroy: destroyPhoto }),
];
