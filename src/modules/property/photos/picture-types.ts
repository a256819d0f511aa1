/** Accepted media types. HEIC is missing because the image library cannot read it. */
export const pictureTypes: readonly string[] = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"];
