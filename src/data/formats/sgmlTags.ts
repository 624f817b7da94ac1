/**
 * The tags of NIST's mteval SGML, found in text that is not always proper SGML: outputs hold bare `&` and `<`,
 * and words such as `<unk>`. So only the tags of the format are tags, and everything else is text.
 */
import sax from 'sax';
import { UsageError } from '../../core/index.ts';

export interface Tag {
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

/** The tags in order. Comments are skipped between segments and kept as text within them. */
export function* sgmlTags(file: string, text: string): Generator<Tag> {
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
      if (!rest) throw new UsageError(`${file}, line ${line}: the tag ${match[0]} has no proper end.`);
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

/** Decodes entities that are known; any other `&` is text. CDATA sections, which mteval's XML allows, are unwrapped. */
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
