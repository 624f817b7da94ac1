/**
 * The texts of a published test set and what is known of its segments, as fields of one line for each segment. Fields have the names and
 * the lines that sacreBLEU 2.6 gives them, so that scores agree: in SGML, a segment is a line, and entities stay as they are written.
 */
import { UsageError } from '../../core/index.ts';
import { splitWords, stripEnd } from '../../text/index.ts';
import { entryOf } from '../entryOf.ts';
import { invalidUtf8 } from '../utf8.ts';
import { type XmlDocument, parseDocuments } from '../texts/readXml.ts';

/** A file of a test set. */
export interface SetMember {
  /** Its name in messages. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The column of tab-separated values to read, counted from 0. */
  readonly column?: number;
}

export interface FieldRequest {
  readonly format: 'sgml' | 'xml' | 'text' | 'tsv' | 'jsonl';
  /** The source, then the references; of xml and jsonl one file with everything. */
  readonly members: readonly SetMember[];
  /** Documents have no ids and no languages. */
  readonly bare?: boolean;
  /** Codes of source and target in a file with several pairs. */
  readonly languages?: readonly [source: string, target: string];
}

/** By name, in order: src, ref or several ref:NAME, then docid, genre, origlang, outputs by system, domain. */
export type Fields = ReadonlyMap<string, readonly string[]>;

/** The fields of a set in one language pair, which all have the same number of lines. */
export function readFields(request: FieldRequest): Fields {
  const fields = readers[request.format](request);
  const [[, source] = ['src', []]] = fields;
  if (source.length === 0) throw new UsageError(`${request.members[0]!.name} has no segments.`);
  for (const [field, lines] of fields) {
    if (lines.length === source.length) continue;
    const at = referenceNames(request.members.length).indexOf(field);
    throw new UsageError(
      `${request.members[at + 1]?.name ?? field} has ${lines.length} segments, ${request.members[0]!.name} has ${source.length}.`,
    );
  }
  return fields;
}

/** `ref`, or `ref:0` and so on if there are several; `members` counts the source as well. */
export const referenceNames = (members: number): string[] =>
  members === 2 ? ['ref'] : Array.from({ length: members - 1 }, (_, r) => `ref:${r}`);

/** Fields of documents in SGML. */
export const documentFields = ['docid', 'genre', 'origlang'] as const;

const readers: Readonly<Record<FieldRequest['format'], (request: FieldRequest) => Fields>> = {
  text: ({ members }) => byMember(members, (lines) => lines.map(stripEnd)),
  tsv: ({ members }) => byMember(members, columnOf),
  sgml({ members, bare }) {
    const texts = byMember(members, (lines, { name }) =>
      /\.(?:sgml?|xml)$/i.test(name) ? segmentsOf(lines) : lines.map(stripEnd),
    );
    const source = linesOf(members[0]!);
    const ofDocuments = bare ? [] : documentFields.map((field) => [field, documentsOf(source, field)] as const);
    return new Map([...texts, ...ofDocuments]);
  },
  xml: ({ members: [member] }) => readXml(member!),
  jsonl: ({ members: [member], languages }) => readRecords(member!, languages!),
};

function textOf({ name, bytes }: SetMember): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalidUtf8(name, bytes, 0, 0);
  }
}

/** Lines end at LF alone. */
function linesOf(member: SetMember): string[] {
  const lines = textOf(member).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function byMember(members: readonly SetMember[], read: (lines: string[], member: SetMember) => string[]) {
  const names = ['src', ...referenceNames(members.length)];
  return new Map(members.map((member, m) => [names[m]!, read(linesOf(member), member)]));
}

function columnOf(lines: readonly string[], { name, column = 0 }: SetMember): string[] {
  return lines.map((line, i) => {
    const field = line.split('\t')[column];
    if (field === undefined) throw new UsageError(`${name}, line ${i + 1}: there is no column ${column + 1}.`);
    return field;
  });
}

/** A run of white space is one space, as in Python. */
const squeezed = (text: string): string => splitWords(text).join(' ');

const segmentsOf = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => line.startsWith('<seg '))
    .map((line) => squeezed(line.replace(/<seg[^\n]*?>([^\n]*)<\/seg>/, '$1')));

/** What the last <doc> before a segment says. */
function documentsOf(lines: readonly string[], field: string): string[] {
  const attribute = new RegExp(`${field}="([^]*?)"`);
  const values: string[] = [];
  let value = '';
  for (const line of lines) {
    if (line.startsWith('<doc ')) value = attribute.exec(line)?.[1] ?? value;
    else if (line.startsWith('<seg ')) values.push(value);
  }
  return values;
}

const referenceField = (translator: string | undefined): string => (translator ? `ref:${translator}` : 'ref');

/** Documents of test suites are left out, and segments that nobody translated. */
function readXml(member: SetMember): Fields {
  const documents: XmlDocument[] = [];
  const references = new Set<string>();
  const systems = new Set<string>();
  parseDocuments(member.name, textOf(member).replace(/^\uFEFF/, ''), (document) => {
    for (const { kind, name } of document.versions) {
      if (kind === 'ref') references.add(referenceField(name));
      if (kind === 'hyp' && !document.attributes.has('testsuite')) systems.add(name ?? '');
    }
    if (!document.attributes.has('testsuite')) documents.push(document);
  });
  const fields = new Map(
    ['src', ...[...references].sort(), 'docid', 'origlang', ...systems].map((name): [string, string[]] => [name, []]),
  );
  const domains: string[] = [];
  for (const { id, attributes, versions } of documents) {
    const texts = new Map(
      versions.map((version) => [
        version.kind === 'src' ? 'src' : version.kind === 'ref' ? referenceField(version.name) : (version.name ?? ''),
        version.texts,
      ]),
    );
    const numbers = [...(texts.get('src')?.keys() ?? [])].sort((a, b) => a - b);
    for (const number of numbers) {
      if (![...references].some((name) => texts.get(name)?.get(number))) continue;
      for (const [name, lines] of fields) {
        lines.push(
          name === 'docid'
            ? squeezed(id)
            : name === 'origlang'
              ? squeezed(attributes.get('origlang') ?? '')
              : squeezed(texts.get(name)?.get(number) ?? ''),
        );
      }
      domains.push(squeezed(attributes.get('domain') ?? ''));
    }
  }
  if (documents.some(({ attributes }) => attributes.has('domain'))) fields.set('domain', domains);
  return fields;
}

interface WmtRecord {
  readonly doc_id?: unknown;
  readonly src_lang?: unknown;
  readonly tgt_lang?: unknown;
  readonly domain?: unknown;
  readonly src_text?: unknown;
  readonly refs?: unknown;
}

/** WMT's JSON lines (2025 and later): a record is a document, and a reference is a text or `{ "ref": text }`. */
function readRecords(member: SetMember, [source, target]: readonly [string, string]): Fields {
  const rows: { record: WmtRecord; references: Map<string, string> }[] = [];
  const names = new Set<string>();
  for (const [i, line] of linesOf(member).entries()) {
    if (line.trim() === '') continue;
    let record: WmtRecord;
    try {
      record = JSON.parse(line) as WmtRecord;
    } catch {
      throw new UsageError(`${member.name}, line ${i + 1}: not JSON.`);
    }
    if (record.src_lang !== source || record.tgt_lang !== target) continue;
    if (typeof record.src_text !== 'string')
      throw new UsageError(`${member.name}, line ${i + 1}: src_text is missing.`);
    const references = new Map<string, string>();
    for (const [name, found] of Object.entries((record.refs ?? {}) as Record<string, unknown>)) {
      const text = typeof found === 'string' ? found : (found as { ref?: unknown } | null)?.ref;
      if (typeof text !== 'string' || squeezed(text) === '') continue;
      references.set(`ref:${name}`, squeezed(text));
      names.add(`ref:${name}`);
    }
    rows.push({ record, references });
  }
  const fields = new Map<string, string[]>();
  const add = (name: string, text: unknown) => entryOf(fields, name, () => []).push(squeezed(String(text ?? '')));
  for (const { record, references } of rows) {
    // Without any reference in the pair, its sources are still of use.
    if (names.size > 0 && references.size === 0) continue;
    add('src', record.src_text);
    for (const name of [...names].sort()) add(name, references.get(name));
    add('docid', record.doc_id);
    add('origlang', record.src_lang);
    add('domain', record.domain);
  }
  return fields;
}
