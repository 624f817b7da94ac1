/** Well-formed XML as a stream of elements and text, the same for all formats that are XML. */
import sax from 'sax';
import { UsageError } from '../../core/index.ts';

export type Attributes = Readonly<Partial<Record<string, string>>>;

/** What reads a document. Throw or call `fail` to stop. */
export interface XmlReader {
  open(name: string, attributes: Attributes): void;
  text(piece: string): void;
  close(name: string): void;
}

export interface XmlPlace {
  /** The current line, counted from 1. */
  readonly line: () => number;
  /** Throws a UsageError with the file and line. */
  readonly fail: (what: string) => never;
}

/** Parses the pieces of a document in order; `file` is its name in messages. */
export function parseXml(file: string, pieces: Iterable<string>, makeReader: (place: XmlPlace) => XmlReader): void {
  const parser = sax.parser(true, { strictEntities: true } as sax.SAXOptions);
  const line = (): number => parser.line + 1;
  const fail = (what: string): never => {
    throw new UsageError(`${file}, line ${line()}: ${what}.`);
  };
  const reader = makeReader({ line, fail });
  parser.onerror = (error) =>
    fail(`not well-formed XML: ${error.message.split('\n')[0]!.replace(/\.$/, '').slice(0, 100)}`);
  parser.ondoctype = (doctype) => {
    // Declared entities can grow without bound or name other files.
    if (/<!ENTITY/i.test(doctype)) fail('entity declarations are not supported. Write the entities out');
  };
  parser.onattribute = ({ name }) => {
    // sax calls hasOwnProperty on the object of attributes, so an attribute of that name would break it.
    if (name === 'hasOwnProperty') delete parser.tag.attributes['hasOwnProperty'];
  };
  parser.onopentag = ({ name, attributes }) => reader.open(name, attributes as Attributes);
  parser.ontext = parser.oncdata = (piece) => reader.text(piece);
  parser.onclosetag = (name) => reader.close(name);
  for (const piece of pieces) parser.write(piece);
  parser.close();
}

/** Refuses a document whose root element is another; `what` names the format. */
export function checkRoot(name: string, wanted: string, what: string, { fail }: XmlPlace): void {
  if (withoutPrefix(name) === wanted) return;
  const other = otherFormats.get(withoutPrefix(name));
  const advice = other === undefined ? '' : `. It looks like ${other[0]}: rename it to end in ${other[1]}`;
  fail(`not ${what}: the first element is <${name}>, expected <${wanted}>${advice}`);
}

const otherFormats = new Map([
  ['xliff', ['XLIFF', '.xlf']],
  ['tmx', ['TMX', '.tmx']],
  ['dataset', ["WMT's XML", '.xml']],
  ['mteval', ["NIST's format", '.sgm']],
]);

/** The name of an element without its namespace prefix. */
export function withoutPrefix(name: string): string {
  const at = name.indexOf(':');
  return at < 0 ? name : name.slice(at + 1);
}
