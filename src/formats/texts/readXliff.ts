/** XLIFF 1.2 and 2.x, which translation tools exchange: units with a source and a target, possibly segmented. */
import { UsageError, counted } from '../../core/index.ts';
import { readEncodedText } from '../wholeFile.ts';
import { withoutLayout } from './documentTable.ts';
import { type Attributes, type XmlPlace, type XmlReader, checkRoot, parseXml } from './parseXml.ts';
import type { FileRole, Part, TextFormat } from './textFormat.ts';
import { type Unit, unitsPart } from './unitsPart.ts';

export const openXliff: TextFormat['open'] = async (source, role) =>
  readXliff(source.name, await readEncodedText(source), role);

/**
 * Inline elements whose content is not text of the segment: codes of the original file, in 1.2 and 2.x. Other elements wrap text
 * (g, mrk, pc and those of tools) or are empty (x, bx, ex, sc, ec, sm, em).
 */
const codes = new Set(['bpt', 'ept', 'it', 'ph', 'sub', 'x', 'bx', 'ex']);

/** The text of a source or target, and of its segments if it has any. */
interface Content {
  whole: string;
  /** By the id of `mrk mtype="seg"`, as in 1.2. */
  readonly marks: Map<string, string>;
}

/** A `trans-unit` of 1.2 or a `segment` of 2.x. */
interface Segment {
  readonly id: string | undefined;
  readonly line: number;
  state: string | undefined;
  source?: Content;
  'seg-source'?: Content;
  target?: Content;
}

interface OpenUnit {
  readonly id: string | undefined;
  readonly line: number;
  readonly isTranslated: boolean;
  readonly segments: Segment[];
}

/** What will be a segment of the task. */
interface Found {
  readonly part: string | undefined;
  readonly line: number;
  readonly source: string;
  readonly target: string | undefined;
  readonly state: string | undefined;
}

export function readXliff(file: string, text: string, role: FileRole): Part {
  const list = new XliffUnits();
  parseXml(file, [text], (place) => new XliffReader(list, place));
  return list.part(file, role);
}

class XliffUnits {
  readonly #documents: string[] = [];
  readonly #found: (Found & {
    readonly document: number;
    readonly unit: string | undefined;
    readonly only: boolean;
  })[] = [];
  #untranslatable = 0;
  #sourceless = 0;
  /** Units whose source and target have different segments. */
  #unequal = 0;

  openFile(name: string | undefined): void {
    this.#documents.push(name ?? String(this.#documents.length + 1));
  }

  add(unit: OpenUnit): void {
    if (!unit.isTranslated) {
      this.#untranslatable++;
      return;
    }
    const all = unit.segments.flatMap((segment, i) => this.#segmentsOf(segment, String(i + 1)));
    const document = this.#documents.length - 1;
    for (const found of all) this.#found.push({ ...found, document, unit: unit.id, only: all.length === 1 });
  }

  /** A segment, or the segments within it that have a mark. */
  #segmentsOf({ id, line, state, target, ...given }: Segment, number: string): Found[] {
    const source = given['seg-source'] ?? given.source;
    if (!source) {
      this.#sourceless++;
      return [];
    }
    const { marks } = source;
    const isEmpty = !target || target.whole.trim() === '';
    if (marks.size > 0 && (isEmpty || sameKeys(marks, target.marks))) {
      return [...marks].map(([mark, text]) => ({
        part: mark,
        line,
        source: withoutLayout(text),
        target: target && withoutLayout(target.marks.get(mark) ?? ''),
        state,
      }));
    }
    if (marks.size > 0 || (target && target.marks.size > 0)) this.#unequal++;
    return [
      {
        part: id ?? number,
        line,
        source: withoutLayout((given.source ?? source).whole),
        target: target && withoutLayout(target.whole),
        state,
      },
    ];
  }

  part(file: string, role: FileRole): Part {
    const skipped = this.#untranslatable;
    if (this.#found.length === 0) {
      throw new UsageError(
        `${file} has no segments${skipped > 0 ? `: ${skipped === 1 ? 'its unit has' : `all ${skipped} units have`} translate="no"` : ''}. ` +
          'Expected <trans-unit> (XLIFF 1.2) or <unit> with <segment> (XLIFF 2), with a <source> in it.',
      );
    }
    const notes: string[] = [];
    const are = (count: number): string => (count === 1 ? 'is' : 'are');
    if (skipped > 0) {
      notes.push(`${file}: ${counted(skipped, 'unit')} with translate="no" ${are(skipped)} left out.`);
    }
    if (this.#sourceless > 0) {
      const count = this.#sourceless;
      notes.push(`${file}: ${counted(count, 'segment')} without <source> ${are(count)} left out.`);
    }
    if (this.#unequal > 0) {
      const count = this.#unequal;
      notes.push(
        `${file}: ${counted(count, 'unit')} ${are(count)} read whole, since source and target have different segments.`,
      );
    }
    const isMany = this.#documents.length > 1;
    const units = this.#found.map(({ document, unit, part, only, line, source, state }): Unit => {
      const name = isMany ? this.#documents[document] : undefined;
      const place = unit === undefined ? 'a unit' : `unit ${JSON.stringify(unit)}`;
      // Tools that segment differently still agree on units that have one segment.
      const within = only ? [] : [part];
      return {
        name: `${place}${only ? '' : `, segment ${JSON.stringify(part)}`} (line ${line})`,
        key: unit === undefined ? undefined : [...(isMany ? [name] : []), unit, ...within].join('\n'),
        source,
        labels: { document: name, state },
      };
    });
    const targets = { what: 'target', texts: this.#found.map(({ target }) => target) };
    return unitsPart(
      {
        file,
        format: 'xliff',
        units,
        systems: new Map([[undefined, targets]]),
        references: role === 'reference' ? new Map([['target', targets]]) : new Map(),
        notes,
      },
      role,
    );
  }
}

const sameKeys = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): boolean =>
  a.size === b.size && [...a.keys()].every((key) => b.has(key));

class XliffReader implements XmlReader {
  readonly #list: XliffUnits;
  readonly #place: XmlPlace;
  /** The namespace prefix of XLIFF's own elements, with its colon. */
  #prefix = '';
  /** Open elements, and whether what is in them is to be translated. */
  readonly #path: string[] = [];
  readonly #translate: boolean[] = [true];
  #unit: OpenUnit | undefined;
  #segment: Segment | undefined;
  #content: Content | undefined;
  /** How deep the content is within an element that is not text. */
  #skipped = 0;
  /** Ids of open `mrk` elements; undefined for those that are not segments. */
  readonly #marks: (string | undefined)[] = [];

  constructor(list: XliffUnits, place: XmlPlace) {
    this.#list = list;
    this.#place = place;
  }

  open(given: string, attributes: Attributes): void {
    if (this.#path.length === 0) {
      checkRoot(given, 'xliff', 'XLIFF', this.#place);
      this.#prefix = given.slice(0, given.indexOf(':') + 1);
    }
    const name = this.#nameOf(given);
    const parent = this.#path.at(-1);
    this.#path.push(name);
    if (this.#content) this.#openInline(name, attributes, this.#content);
    else this.#openStructure(name, parent, attributes);
  }

  /** Elements of other namespaces keep their prefix. */
  #nameOf(given: string): string {
    return given.startsWith(this.#prefix) ? given.slice(this.#prefix.length) : given;
  }

  #openStructure(name: string, parent: string | undefined, attributes: Attributes): void {
    const { translate } = attributes;
    const inherited = this.#translate.at(-1)!;
    const isTranslated = translate === undefined ? inherited : translate !== 'no';
    this.#translate.push(isTranslated);
    if (name === 'file') this.#list.openFile(attributes['original'] ?? attributes['id']);
    else if (name === 'trans-unit' || (name === 'unit' && parent !== undefined)) {
      this.#unit = { id: attributes['id'], line: this.#place.line(), isTranslated, segments: [] };
      if (name === 'trans-unit') this.#openSegment({});
    } else if (name === 'segment' && parent === 'unit') this.#openSegment(attributes);
    else if (
      (name === 'source' || name === 'target' || name === 'seg-source') &&
      (parent === 'trans-unit' || parent === 'segment') &&
      this.#segment
    ) {
      this.#content = this.#segment[name] = { whole: '', marks: new Map() };
      if (name === 'target') this.#segment.state ??= attributes['state'];
    }
  }

  #openSegment({ id, state }: Attributes): void {
    this.#segment = { id, line: this.#place.line(), state };
    this.#unit?.segments.push(this.#segment);
  }

  #openInline(name: string, attributes: Attributes, content: Content): void {
    const { ctype, subType } = attributes;
    if (this.#skipped === 0) {
      // A line break separates words, in 1.2 and in 2.x.
      if (ctype === 'lb' || subType === 'xlf:lb') this.text(' ');
      if (name === 'cp') this.text(characterOf(attributes['hex']));
    }
    if (this.#skipped > 0 || codes.has(name)) this.#skipped++;
    else if (name === 'mrk') {
      const mark = attributes['mtype'] === 'seg' ? (attributes['mid'] ?? attributes['id'] ?? '') : undefined;
      this.#marks.push(mark);
      if (mark !== undefined && !content.marks.has(mark)) content.marks.set(mark, '');
    }
  }

  text(piece: string): void {
    const content = this.#content;
    if (!content || this.#skipped > 0) return;
    content.whole += piece;
    const mark = this.#marks.findLast((id) => id !== undefined);
    if (mark !== undefined) content.marks.set(mark, content.marks.get(mark)! + piece);
  }

  close(given: string): void {
    const name = this.#nameOf(given);
    this.#path.pop();
    const parent = this.#path.at(-1);
    if (this.#content) {
      if (this.#skipped > 0) {
        this.#skipped--;
        return;
      }
      if (name === 'mrk') this.#marks.pop();
      const isEnd = (name === 'source' || name === 'target' || name === 'seg-source') && isHolder(parent);
      if (!isEnd) return;
      this.#content = undefined;
    }
    this.#translate.pop();
    if (name === 'segment' && parent === 'unit') this.#segment = undefined;
    else if (name === 'trans-unit' || name === 'unit') {
      if (this.#unit) this.#list.add(this.#unit);
      this.#unit = this.#segment = undefined;
    }
  }
}

const isHolder = (name: string | undefined): boolean => name === 'trans-unit' || name === 'segment';

/** Characters that XML cannot hold; '' if the number is not one. */
function characterOf(hex = ''): string {
  const code = Number.parseInt(hex, 16);
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
