/** NIST's mteval format, as SGML or as XML: a srcset, refsets and tstsets of documents of segments. */
import { UsageError } from '../../core/index.ts';
import { DocumentTable, known, withoutLayout } from '../documentTable.ts';
import type { Input } from '../input.ts';
import { readText } from '../lineReader.ts';
import type { Part } from '../part.ts';
import { TablePart, type Texts } from '../table.ts';
import { openLines } from './textFormat.ts';
import { type Tag, decodeEntities, sgmlTags } from './sgmlTags.ts';

export async function openSgml(input: Input): Promise<Part> {
  return readSgml(input.name, await readText(input.name, await openLines(input)));
}

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

/** References come first, since their order is that of the task. */
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
    throw new UsageError(`${file} holds no documents. Expected a srcset, refset or tstset with <doc> and <seg>.`);
  }
  return new TablePart(table);
}

function textsOf(table: DocumentTable, document: Document, choose: (document: Document) => Texts): Texts {
  if (document.set.name === 'srcset') return (table.sources ??= []);
  if (document.set.name === 'refset') return choose(document);
  return known(table.systems, document.attributes.get('sysid') ?? document.set.attributes.get('sysid'));
}

/**
 * References are told apart by name (sysid of the document, refid of the set). A second set with a name and
 * document that are there already is another reference; within one set it is a mistake, found as a segment there twice.
 */
function referenceChooser(references: Map<string, Texts>): (document: Document) => Texts {
  /** By reference: the sets that gave its documents. */
  const documents = new Map<string, Map<string, Tag>>();
  return ({ set, id, attributes }) => {
    const name = attributes.get('sysid') ?? set.attributes.get('refid') ?? '';
    for (let number = 1; ; number++) {
      const key = `${number} ${name}`;
      let sets = documents.get(key);
      if (!sets) documents.set(key, (sets = new Map()));
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
      throw new UsageError(`${file} declares entities of its own, which are not read. Write them out.`);
    }
    first = false;
    if (open && !(name === 'seg' && closes)) fail(open.line, `<seg> is not closed before line ${line}`);
    if (name === 'seg') {
      if (!document) return fail(line, '<seg> stands outside <doc>');
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
      if (!set) return fail(line, '<doc> stands outside srcset, refset and tstset');
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
