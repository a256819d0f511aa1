/** Media types that a photo's bytes may have. HEIC is not among them: the library that opens pictures cannot read it. */
export const pictureTypes: readonly string[] = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"];
