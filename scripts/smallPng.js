/** Makes screenshots small: a PNG with a palette of 64 colours takes about a third of the space. Each carries the text that it shows. */
import { deflateSync, inflateSync } from 'node:zlib';

const most = 64;

/** Before the text in its chunk: the keyword and its end, "compressed by deflate", no language, no translated keyword. */
const textHead = Buffer.from('Shows\0\x01\0\0\0', 'latin1');

/** Takes a PNG of 8 bits in RGB or RGBA, not interlaced, and returns one with a palette and a text. Transparency is dropped. */
export function smallPng(png, text) {
  const { width, height, pixels } = decode(png);
  const { palette, indexes } = quantize(pixels);
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++) rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('iTXt', Buffer.concat([textHead, deflateSync(text, { level: 9 })])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the text that a PNG carries; undefined if it has none. */
export function textOfPng(png) {
  const found = chunksOf(png).find(
    ({ type, data }) => type === 'iTXt' && data.subarray(0, textHead.length).equals(textHead),
  );
  return found && inflateSync(found.data.subarray(textHead.length)).toString();
}

function chunksOf(png) {
  const chunks = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
  }
  return chunks;
}

/** Returns the pixels as numbers 0xRRGGBB. */
function decode(png) {
  const parts = chunksOf(png);
  const header = parts.find(({ type }) => type === 'IHDR').data;
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const bytes = { 2: 3, 6: 4 }[header[9]];
  if (header[8] !== 8 || bytes === undefined || header[12] !== 0) throw new Error('The PNG is not 8-bit RGB or RGBA.');
  const raw = inflateSync(Buffer.concat(parts.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
  const stride = width * bytes;
  const lines = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x < bytes ? 0 : lines[y * stride + x - bytes];
      const up = y === 0 ? 0 : lines[(y - 1) * stride + x];
      const corner = x < bytes || y === 0 ? 0 : lines[(y - 1) * stride + x - bytes];
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      lines[y * stride + x] = raw[y * (stride + 1) + 1 + x] + guess;
    }
  }
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; i++) {
    pixels[i] = (lines[i * bytes] << 16) | (lines[i * bytes + 1] << 8) | lines[i * bytes + 2];
  }
  return { width, height, pixels };
}

function paeth(left, up, corner) {
  const [a, b, c] = [left, up, corner].map((each) => Math.abs(left + up - corner - each));
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** The palette holds the colours that occur most, each far enough from the others; every pixel takes the nearest one. */
function quantize(pixels) {
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const colours = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a) || a - b);
  const palette = [];
  for (let apart = 48 ** 2; palette.length < most && palette.length < colours.length; apart = Math.floor(apart / 4)) {
    for (const colour of colours) {
      if (palette.length === most) break;
      if (palette.every((other) => distance(other, colour) > apart)) palette.push(colour);
    }
    if (apart === 0) break;
  }
  const nearest = new Map(
    colours.map((colour) => [
      colour,
      palette.reduce((best, other, i) => (distance(other, colour) < distance(palette[best], colour) ? i : best), 0),
    ]),
  );
  return { palette, indexes: Uint8Array.from(pixels, (colour) => nearest.get(colour)) };
}

const distance = (a, b) =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;

function chunk(type, data) {
  const framed = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  framed.writeUInt32BE(data.length, 0);
  framed.writeUInt32BE(crc(framed.subarray(4, -4)), framed.length - 4);
  return framed;
}

function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}
