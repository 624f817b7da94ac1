/** NIST's mteval format, as SGML or as XML: a srcset, refsets and tstsets with documents and segments. */
import sax from 'sax';
import { UsageError } from '../../core/index.ts';
import { entryOf } from '../entryOf.ts';
import { readText } from '../lineReader.ts';
import { DocumentTable, known, withoutLayout } from './documentTable.ts';
import { TablePart, type Texts } from './table.ts';
import { type Part, type TextFormat, openLines } from './textFormat.ts';

export const openSgml: TextFormat['open'] = async (source) =>
  readSgml(source.name, await readText(source.name, await openLines(source)));

interface Segment {
  readonly id: string;
  readonly text: string;
}

interface Document {
  readonly set: Tag;
  readonly id: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly segments: Segment[];
}

/** References come first, since they define the order of the task. */
const setOrder = ['refset', 'srcset', 'tstset'];

export function readSgml(file: string, text: string): Part {
  const documents = [...readDocuments(file, text)];
  documents.sort((a, b) => setOrder.indexOf(a.set.name) - setOrder.indexOf(b.set.name));
  const table = new DocumentTable(file, false);
  const choose = referenceChooser(table.references);
  for (const document of documents) {
    const texts = textsOf(table, document, choose);
    for (const { id, text: segmentText } of document.segments) {
      const segment = table.segment(document.id, id);
      table.put(texts, segment, segmentText);
      table.putLabels(segment, document.attributes);
    }
  }
  if (documents.length === 0) {
    throw new UsageError(`${file} has no documents. Expected a srcset, refset or tstset with <doc> and <seg>.`);
  }
  return new TablePart(table);
}

function textsOf(table: DocumentTable, document: Document, choose: (document: Document) => Texts): Texts {
  if (document.set.name === 'srcset') return (table.sources ??= []);
  if (document.set.name === 'refset') return choose(document);
  return known(table.systems, document.attributes.get('sysid') ?? document.set.attributes.get('sysid'));
}

/**
 * References are distinguished by name (sysid of the document, refid of the set). A second set that repeats a name and
 * document is another reference; within one set it is a mistake, reported as a repeated segment.
 */
function referenceChooser(references: Map<string, Texts>): (document: Document) => Texts {
  /** By reference: the sets that its documents come from. */
  const documents = new Map<string, Map<string, Tag>>();
  return ({ set, id, attributes }) => {
    const name = attributes.get('sysid') ?? set.attributes.get('refid') ?? '';
    for (let number = 1; ; number++) {
      const key = `${number} ${name}`;
      const sets = entryOf(documents, key, () => new Map<string, Tag>());
      const before = sets.get(id);
      if (before !== undefined && before !== set) continue;
      sets.set(id, set);
      return known(references, key);
    }
  };
}

function* readDocuments(file: string, text: string): Generator<Document> {
  const fail = (line: number, what: string): never => {
    throw new UsageError(`${file}, line ${line}: ${what}.`);
  };
  let set: Tag | undefined;
  let document: Document | undefined;
  let open: Tag | undefined;
  let first = true;
  for (const tag of sgmlTags(file, text)) {
    const { name, closes, attributes, line } = tag;
    if (first && /<!ENTITY/i.test(text.slice(0, tag.start))) {
      throw new UsageError(`${file} declares its own entities, which are not supported. Write them out.`);
    }
    first = false;
    if (open && !(name === 'seg' && closes)) fail(open.line, `<seg> is not closed before line ${line}`);
    if (name === 'seg') {
      if (!document) return fail(line, '<seg> outside <doc>');
      if (closes) {
        if (!open) return fail(line, '</seg> without <seg>');
        document.segments.push(segmentOf(open, text.slice(open.end, tag.start)));
        open = undefined;
      } else {
        if (!attributes.get('id')) fail(line, '<seg> has no id');
        if (tag.empty) document.segments.push(segmentOf(tag, ''));
        else open = tag;
      }
    } else if (name === 'doc') {
      if (closes !== (document !== undefined)) fail(line, closes ? '</doc> without <doc>' : '<doc> inside <doc>');
      if (document) yield document;
      if (!set) return fail(line, '<doc> outside srcset, refset and tstset');
      const id = attributes.get('docid') ?? attributes.get('id');
      if (!closes && !id) fail(line, '<doc> has no docid');
      document = closes ? undefined : { set, id: id!, attributes, segments: [] };
    } else {
      if (document) fail(line, `${closes ? '</' : '<'}${name}> inside <doc>`);
      if (closes ? set?.name !== name : set)
        fail(line, closes ? `</${name}> without <${name}>` : `<${name}> inside <${set!.name}>`);
      set = closes ? undefined : tag;
    }
  }
  if (open) fail(open.line, '<seg> is not closed');
  if (document) fail(text.split('\n').length, `the file ends inside document ${JSON.stringify(document.id)}`);
  if (set) fail(text.split('\n').length, `the file ends inside <${set.name}>`);
}

const segmentOf = (tag: Tag, text: string): Segment => ({
  id: tag.attributes.get('id')!,
  text: withoutLayout(decodeEntities(text)),
});

interface Tag {
  readonly name: 'srcset' | 'refset' | 'tstset' | 'doc' | 'seg';
  readonly closes: boolean;
  /** `<seg id="3"/>` */
  readonly empty: boolean;
  readonly attributes: ReadonlyMap<string, string>;
  readonly start: number;
  readonly end: number;
  /** Counted from 1. */
  readonly line: number;
}

const attribute = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;

/**
 * The tags in order, found in text that is not always valid SGML: outputs contain bare `&` and `<`, and words such as `<unk>`. So only the
 * tags of the format are tags, and everything else is text. Comments are skipped between segments and kept as text within them.
 */
function* sgmlTags(file: string, text: string): Generator<Tag> {
  const tagStart = /<(?:\/?(srcset|refset|tstset|doc|seg)(?=[\s/>])|!--)/gi;
  // A quoted value stays on its line, so a lost quote cannot swallow the rest of the file.
  const tagRest = /((?:[^<>"']|"[^"\n]*"|'[^'\n]*')*)>/y;
  const lastComment = text.lastIndexOf('-->');
  let line = 1;
  let counted = 0;
  let inSegment = false;
  for (let match = tagStart.exec(text); match; match = tagStart.exec(text)) {
    const start = match.index;
    let next = tagStart.lastIndex;
    if (match[1] === undefined) {
      if (!inSegment && next <= lastComment) next = text.indexOf('-->', next) + 3;
    } else {
      for (let at = text.indexOf('\n', counted); at >= 0 && at < start; at = text.indexOf('\n', counted)) {
        line++;
        counted = at + 1;
      }
      tagRest.lastIndex = next;
      const rest = tagRest.exec(text);
      if (!rest) throw new UsageError(`${file}, line ${line}: the tag ${match[0]} is not closed properly.`);
      next = tagRest.lastIndex;
      const name = match[1].toLowerCase() as Tag['name'];
      const closes = match[0].startsWith('</');
      const empty = name === 'seg' && !closes && rest[1]!.trimEnd().endsWith('/');
      if (name === 'seg') inSegment = !closes && !empty;
      const attributes = readAttributes(empty ? rest[1]!.trimEnd().slice(0, -1) : rest[1]!);
      yield { name, closes, empty, attributes, start, end: next, line };
    }
    tagStart.lastIndex = next;
  }
}

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, double, single, bare] of text.matchAll(attribute)) {
    attributes.set(name!.toLowerCase(), decodeEntities(double ?? single ?? bare ?? '').trim());
  }
  return attributes;
}

/** The entities of HTML, which include those of XML. */
const entities = (sax as unknown as { ENTITIES: Record<string, string> }).ENTITIES;

/** Decodes known entities; any other `&` is text. CDATA sections, which mteval's XML allows, are unwrapped. */
export function decodeEntities(text: string): string {
  if (!text.includes('&') && !text.includes(cdata)) return text;
  let decoded = '';
  let at = 0;
  for (let start = text.indexOf(cdata); start >= 0; start = text.indexOf(cdata, at)) {
    const end = text.indexOf(']]>', start);
    if (end < 0) break;
    decoded += text.slice(at, start).replace(entity, decodeEntity) + text.slice(start + cdata.length, end);
    at = end + 3;
  }
  return decoded + text.slice(at).replace(entity, decodeEntity);
}

const cdata = '<![CDATA[';
const entity = /&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|(\w{1,32}));/g;

function decodeEntity(whole: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return Object.hasOwn(entities, name) ? entities[name]! : whole;
  const code = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : whole;
}
