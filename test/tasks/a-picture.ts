import sharp from "sharp";

/** A JPEG with a place in its metadata, in base64. */
export async function aPicture(width = 40): Promise<string> {
  const picture = sharp({ create: { width, height: width / 2, channels: 3, background: "#088" } });
  const bytes = await picture
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
    .toBuffer();
  return bytes.toString("base64");
}
