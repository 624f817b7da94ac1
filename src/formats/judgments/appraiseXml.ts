/** Rankings as Appraise exported them in XML at WMT13 to WMT16 (Federmann 2012): HITs of ranking tasks, each with results of judges. */
import { present } from '../../core/index.ts';
import type { JudgmentFormat, JudgmentList } from './format.ts';

export const appraiseXml: JudgmentFormat = {
  id: 'appraise-xml',
  summary: 'XML of rankings exported by Appraise until WMT16: HITs, ranking tasks, results, translations',
  recognises: ([firstLine]) => /^<\?xml|^<(?:\w|-)*results>|^<HIT\b/.test(firstLine.trim()),
  async read(into) {
    const tags = new Tags(into);
    let line = 0;
    /** A tag that continues on the next line. */
    let open = '';
    for await (const lines of into.file.lines()) {
      for (const text of lines) {
        line++;
        const rest = open + text;
        const end = rest.lastIndexOf('>');
        tags.read(rest.slice(0, end + 1), line);
        open = rest.slice(end + 1).trim() === '' ? '' : `${rest.slice(end + 1)} `;
      }
    }
    tags.finish(open, line);
  },
};

const tag = /<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<>]*")*)\s*(\/?)>|<\?[^>]*>|<!--[^>]*-->|\s+/y;
type Attributes = ReadonlyMap<string, string>;

interface Result {
  readonly attributes: Attributes;
  readonly line: number;
  readonly translations: Attributes[];
  fault?: string;
}

class Tags {
  readonly #into: JudgmentList;
  #hit: Attributes | undefined;
  #task: Attributes | undefined;
  #result: Result | undefined;

  constructor(into: JudgmentList) {
    this.#into = into;
  }

  read(text: string, line: number): void {
    for (let at = 0; at < text.length;) {
      tag.lastIndex = at;
      const found = tag.exec(text);
      if (!found) {
        const next = text.indexOf('<', at + 1);
        const fault = `${JSON.stringify(text.slice(at, at + 40))} is not a tag of this format.`;
        if (this.#result) this.#result.fault ??= fault;
        else {
          this.#into.countRows(1);
          this.#into.refuse('rankings', fault, line);
        }
        at = next < 0 ? text.length : next;
        continue;
      }
      at = tag.lastIndex;
      const [, closing, name, attributes = '', alone] = found;
      if (name !== undefined) this.#take(name, closing === '/', alone === '/', attributesOf(attributes), line);
    }
  }

  finish(rest: string, line: number): void {
    if (this.#result) this.#close(`ranking-result is not closed.`);
    else if (rest.trim() !== '' || this.#hit) {
      this.#into.countRows(1);
      this.#into.refuse('rankings', 'the file ends within a HIT.', line);
    }
  }

  #take(name: string, isEnd: boolean, isAlone: boolean, attributes: Attributes, line: number): void {
    const start = isEnd ? undefined : attributes;
    if (name === 'HIT' || name === 'ranking-task' || name === 'ranking-result') {
      // A result that is still open when the next tag comes has lost its end.
      if (this.#result) this.#close(isEnd && name === 'ranking-result' ? undefined : 'ranking-result is not closed.');
      if (name === 'HIT') this.#hit = start;
      if (name === 'HIT' || name === 'ranking-task') this.#task = name === 'HIT' ? undefined : start;
      if (name === 'ranking-result' && !isEnd) {
        this.#into.countRows(1);
        this.#result = { attributes, line, translations: [] };
        if (isAlone) this.#close(undefined);
      }
    } else if (name === 'translation' && !isEnd) {
      if (this.#result) this.#result.translations.push(attributes);
      else {
        this.#into.countRows(1);
        this.#into.refuse('rankings', 'a translation is outside of a ranking-result.', line);
      }
    }
  }

  #close(fault: string | undefined): void {
    const { attributes, line, translations, fault: before } = this.#result!;
    this.#result = undefined;
    const into = this.#into;
    const refuse = (what: string): undefined => into.refuse('rankings', what, line);
    if ((before ?? fault) !== undefined) return refuse((before ?? fault)!);
    if (attributes.get('skipped') === 'true') return into.leaveOut('rankings that were skipped', line);
    const [from = '', to = ''] = [this.#hit?.get('source-language'), this.#hit?.get('target-language')];
    if (from === '' || to === '') return refuse('the HIT has no source-language or target-language.');
    const segment = this.#task?.get('id') ?? '';
    if (segment === '') return refuse('the ranking-task has no id.');
    const judge = attributes.get('user') ?? '';
    if (judge === '') return refuse('the ranking-result has no user.');
    const systems: string[] = [];
    const ranks: number[] = [];
    const shown: number[] = [];
    for (const [output, translation] of translations.entries()) {
      const rank = translation.get('rank') ?? '';
      const names = (translation.get('system') ?? '').split(',').filter((name) => name !== '');
      if (names.length === 0) return refuse('a translation has no system.');
      if (!/^[1-9]\d?$/.test(rank)) return refuse(`a rank must be a number, 1 or more, not "${rank}".`);
      for (const name of names) {
        systems.push(into.name(name));
        ranks.push(Number(rank));
        shown.push(output);
      }
    }
    if (systems.length === 0) return into.leaveOut('rankings without a translation', line);
    if (new Set(systems).size < systems.length) return refuse('a system is named twice in one ranking.');
    const batch = this.#hit!.get('hit-id');
    into.rankings.push({
      task: into.pair(from, to),
      segment: into.name(segment),
      judge: into.name(judge),
      order: into.nextOrder('ranking', judge),
      ...present({ seconds: secondsOf(attributes.get('duration') ?? ''), batch: batch && into.name(batch) }),
      systems,
      ranks,
      ...(translations.length < systems.length && { shown }),
    });
  }
}

const entities = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
]);

const attributesOf = (text: string): Attributes =>
  new Map(
    Array.from(text.matchAll(/([\w-]+)="([^"]*)"/g), ([, name = '', value = '']) => [
      name,
      value.replace(/&(?:amp|lt|gt|quot|apos);/g, (entity) => entities.get(entity)!),
    ]),
  );

/** `00:01:02.722000` is 62.722 seconds. */
function secondsOf(duration: string): number | undefined {
  const [, hours, minutes, seconds] = /^(\d+):(\d\d):(\d\d(?:\.\d+)?)$/.exec(duration) ?? [];
  return seconds === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
