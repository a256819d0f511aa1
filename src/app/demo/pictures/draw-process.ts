import { text } from "node:stream/consumers";
import sharp from "sharp";
import Type from "typebox";
import Value from "typebox/value";

// The process of `drawPictures`: reads drawings from standard input, draws them one by one, and exits.
const drawings = Type.Array(Type.Object({ svg: Type.String(), path: Type.String() }));

sharp.concurrency(1);
for (const { svg, path } of Value.Parse(drawings, JSON.parse(await text(process.stdin)))) {
  await sharp(Buffer.from(svg)).flatten({ background: "#fff" }).jpeg({ quality: 86 }).toFile(path);
}
