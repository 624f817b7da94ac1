/** Writes several texts as a ZIP archive (APPNOTE 6.3, without the extensions for more than 4 GB). The same texts give the same bytes. */
import { deflateRawSync } from 'node:zlib';

/** Texts by path, with `/` between its parts. */
export function zip(files: ReadonlyMap<string, string>): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, text] of files) {
    const name = Buffer.from(path);
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const facts = factsOf(content, packed, name);
    const local = Buffer.concat([numbers([0x04034b50, 4]), facts, name]);
    // Made by version 2.0; no comment, first disk, no attributes.
    const central = [
      numbers([0x02014b50, 4], [20, 2]),
      facts,
      numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      name,
    ];
    directory.push(Buffer.concat(central));
    pieces.push(local, packed);
    offset += local.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const count = files.size;
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [list.length, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...pieces, list, end]);
}

/** The fields common to a file's header and the directory: version 2.0, names in UTF-8, deflated, dated 1 January 1980. */
const factsOf = (content: Buffer, packed: Buffer, name: Buffer): Buffer =>
  numbers(
    [20, 2], [0x0800, 2], [8, 2], [0, 2], [0x21, 2],
    [crc32(content), 4], [packed.length, 4], [content.length, 4], [name.length, 2], [0, 2],
  ); // prettier-ignore

/** Numbers as little-endian bytes, each of the given length. */
function numbers(...list: readonly (readonly [value: number, bytes: number])[]): Buffer {
  return Buffer.concat(
    list.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Node has its own from version 22. */
export function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ table[(crc ^ byte) & 255]!;
  return ~crc >>> 0;
}
