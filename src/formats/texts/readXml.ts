/** WMT's XML (2021 and later): documents with a source, references by translator and outputs by system. */
import { UsageError } from '../../core/index.ts';
import { readEncodedText } from '../wholeFile.ts';
import { DocumentTable, known, withoutLayout } from './documentTable.ts';
import { parseXml } from './parseXml.ts';
import { readSgml } from './readSgml.ts';
import { readTmx } from './readTmx.ts';
import { readXliff } from './readXliff.ts';
import { TablePart, type Texts } from './table.ts';
import type { Part, TextFormat } from './textFormat.ts';

export const openXml: TextFormat['open'] = async (source, role, columns) => {
  const { name } = source;
  const text = await readEncodedText(source);
  const root = rootOf(text);
  if (root === 'xliff') return readXliff(name, text, role);
  if (root === 'tmx') return readTmx(name, text, role, columns);
  return (/^(?:mteval|srcset|refset|tstset)$/i.test(root) ? readSgml : readXml)(name, text);
};

/** The name of the first element, after comments and declarations; '' if there is none. */
function rootOf(text: string): string {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (text.startsWith('<?', at)) at = text.indexOf('?>', at);
    else if (text.startsWith('<!--', at)) at = text.indexOf('-->', at);
    else if (text[at + 1] !== '!') return /^\w*/.exec(text.slice(at + 1, at + 100))![0];
    if (at < 0) break;
  }
  return '';
}

/** A src, ref or hyp of a document: texts by segment number. */
export interface Version {
  readonly kind: string;
  /** The translator or system. */
  readonly name: string | undefined;
  readonly texts: Map<number, string>;
}

export interface XmlDocument {
  readonly id: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly versions: Version[];
}

function readXml(file: string, text: string): Part {
  const table = new DocumentTable(file, true);
  const suites: string[] = [];
  parseDocuments(file, text, (document) => {
    if (document.attributes.has('testsuite')) suites.push(document.id);
    else addDocument(table, document);
  });
  if (suites.length > 0) {
    const names = suites.slice(0, 5).join(', ') + (suites.length > 5 ? ', …' : '');
    const count =
      suites.length === 1 ? '1 document of a test suite is' : `${suites.length} documents of test suites are`;
    table.notes.push(`${file}: ${count} left out (${names}).`);
  }
  if (table.size === 0) {
    throw new UsageError(`${file} has no segments. Expected <doc> with <src>, <ref> or <hyp> and <seg> in them.`);
  }
  return new TablePart(table);
}

/** Segments are in the order of their numbers within their document, as in sacreBLEU. */
function addDocument(table: DocumentTable, { id, attributes, versions }: XmlDocument): void {
  const numbers = [...new Set(versions.flatMap(({ texts }) => [...texts.keys()]))].sort((a, b) => a - b);
  for (const number of numbers) table.putLabels(table.segment(id, String(number)), attributes);
  let unnamed = 0;
  for (const { kind, name, texts } of versions) {
    let target: Texts;
    if (kind === 'src') target = table.sources ??= [];
    else if (kind === 'hyp') target = known(table.systems, name);
    else target = known(table.references, name === undefined ? `#${unnamed++}` : `@${name}`);
    for (const [number, text] of texts) table.put(target, table.segment(id, String(number)), text);
  }
}

/** The documents of a file in WMT's XML, in order. */
export function parseDocuments(file: string, text: string, onDocument: (document: XmlDocument) => void): void {
  parseXml(file, [text], ({ fail }) => {
    let document: XmlDocument | undefined;
    let version: Version | undefined;
    let segment: number | undefined;
    let content = '';
    return {
      open(name, given) {
        const attributes = new Map(Object.entries(given as Record<string, string>));
        if (segment !== undefined) fail(`<${name}> inside <seg>; a segment must be plain text`);
        if (name === 'doc') {
          if (document) fail('<doc> inside <doc>');
          const id = attributes.get('id');
          document = id ? { id, attributes, versions: [] } : fail('<doc> has no id');
        } else if (name === 'src' || name === 'ref' || name === 'hyp') {
          if (!document || version)
            return fail(`<${name}> ${document ? `inside <${version!.kind}>` : 'outside <doc>'}`);
          const names = { src: undefined, ref: attributes.get('translator'), hyp: attributes.get('system') };
          version = { kind: name, name: names[name] || undefined, texts: new Map() };
          document.versions.push(version);
        } else if (name === 'seg') {
          if (!version) return fail('<seg> outside <src>, <ref> and <hyp>');
          const id = attributes.get('id') ?? '';
          if (!/^\d{1,15}$/.test(id)) fail(`<seg> needs a whole number as id, not "${id}"`);
          segment = Number(id);
          if (version.texts.has(segment)) fail(`segment ${segment} of document "${document!.id}" appears twice`);
          content = '';
        }
      },
      text(piece) {
        if (segment !== undefined) content += piece;
      },
      close(name) {
        if (name === 'seg' && segment !== undefined) {
          version!.texts.set(segment, withoutLayout(content));
          segment = undefined;
        } else if (name === version?.kind) {
          version = undefined;
        } else if (name === 'doc' && document) {
          onDocument(document);
          document = undefined;
        }
      },
    };
  });
}
