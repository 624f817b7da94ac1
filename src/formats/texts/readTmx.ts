/** TMX 1.1 to 1.4: units with one text per language. Languages are chosen like columns. */
import { UsageError, counted } from '../../core/index.ts';
import { entryOf } from '../entryOf.ts';
import { readEncodedText } from '../wholeFile.ts';
import type { ChosenColumns } from './columns.ts';
import { withoutLayout } from './documentTable.ts';
import { type XmlPlace, type XmlReader, checkRoot, parseXml } from './parseXml.ts';
import type { FileRole, Part, TextFormat } from './textFormat.ts';
import { type Translations, unitsPart } from './unitsPart.ts';

export const openTmx: TextFormat['open'] = async (source, role, columns) =>
  readTmx(source.name, await readEncodedText(source), role, columns);

/** Inline elements whose content is codes of the original file; `hi` wraps text. */
const codes = new Set(['bpt', 'ept', 'it', 'ph', 'ut', 'sub']);

interface TmxUnit {
  readonly id: string | undefined;
  readonly line: number;
  /** By language. */
  readonly texts: Map<string, string>;
}

interface TmxFile {
  /** Source languages: that of the header, or those of units that have their own. */
  readonly sources: Set<string>;
  /** As first written, by their names in lower case. */
  readonly languages: Map<string, string>;
  readonly units: TmxUnit[];
  /** Units that have a language twice. */
  repeated: number;
}

export function readTmx(file: string, text: string, role: FileRole, columns?: ChosenColumns): Part {
  const tmx: TmxFile = { sources: new Set(), languages: new Map(), units: [], repeated: 0 };
  parseXml(file, [text], (place) => tmxReader(tmx, place));
  const languages = [...tmx.languages.values()];
  if (languages.length === 0) {
    throw new UsageError(`${file} has no segments. Expected <tu> with <tuv> and <seg> in it.`);
  }
  columns?.see(languages);
  const { source, systems, references } = chooseLanguages(file, tmx, role, columns);
  const units = tmx.units.filter(({ texts }) => texts.has(source));
  const notes: string[] = [];
  const left = tmx.units.length - units.length;
  if (left > 0) {
    notes.push(`${file}: ${counted(left, 'unit')} without a text in ${source} ${left === 1 ? 'is' : 'are'} left out.`);
  }
  if (tmx.repeated > 0) {
    const count = tmx.repeated;
    notes.push(
      `${file}: ${counted(count, 'unit')} ${count === 1 ? 'has' : 'have'} two texts in a language; the first is read.`,
    );
  }
  const textsIn = (language: string): Translations => ({
    what: `text in ${language}`,
    texts: units.map(({ texts }) => texts.get(language)),
  });
  return unitsPart(
    {
      file,
      format: 'tmx',
      units: units.map(({ id, line, texts }) => ({
        name: id === undefined ? `unit on line ${line}` : `unit ${JSON.stringify(id)} (line ${line})`,
        key: id,
        source: texts.get(source)!,
      })),
      systems: new Map(systems.map((language) => [systems.length > 1 ? language : undefined, textsIn(language)])),
      references: new Map(references.map((language) => [language, textsIn(language)])),
      notes,
    },
    role,
  );
}

interface Choice {
  readonly source: string;
  readonly systems: readonly string[];
  readonly references: readonly string[];
}

/** Which languages are the source and the translations: those chosen, else those that the file implies. */
function chooseLanguages(file: string, tmx: TmxFile, role: FileRole, columns: ChosenColumns | undefined): Choice {
  const languages = [...tmx.languages.values()];
  const chosen = (wanted: string): string[] => languages.filter((language) => columns?.roleOf(language) === wanted);
  const wanted = role === 'reference' ? 'reference' : 'hypothesis';
  const refuse = (what: string): never => {
    const [first = 'LANGUAGE', second = 'LANGUAGE'] = languages;
    const target = role === 'source' ? '' : `,${wanted}=${second}`;
    throw new UsageError(
      `${file} ${what} (languages: ${languages.join(', ')}). Choose by hand, for example --columns source=${first}${target}.`,
    );
  };
  const chosenSystems = chosen('hypothesis');
  const chosenReferences = chosen('reference');
  const targets = [...chosenSystems, ...chosenReferences];
  const others = languages.filter((language) => !targets.includes(language));
  const source =
    chosen('source')[0] ??
    sourceOf(tmx) ??
    (targets.length > 0 && others.length === 1 ? others[0]! : refuse('does not say which language is the source'));
  if (role === 'source' || role === 'labels') return { source, systems: [], references: [] };
  if (role === 'reference') {
    // A language chosen as the translation in one role is the translation in the other role, too.
    const references = chosenReferences.length > 0 ? chosenReferences : chosenSystems;
    if (references.length > 0) return { source, systems: [], references };
  } else if (chosenSystems.length > 0) return { source, systems: chosenSystems, references: chosenReferences };
  const left = languages.filter((language) => language !== source && !chosenReferences.includes(language));
  if (left.length === 0 && chosenReferences.length === 1 && role === 'output') {
    return { source, systems: chosenReferences, references: [] };
  }
  if (left.length === 0) return refuse('has texts in only one language');
  if (left.length > 1) return refuse('has several languages that can be the translation');
  return role === 'reference'
    ? { source, systems: [], references: left }
    : { source, systems: left, references: chosenReferences };
}

/** The language of the file that is its source language: the same, or the only one with the same first part (en for en-GB). */
function sourceOf({ sources, languages }: TmxFile): string | undefined {
  const [declared] = sources;
  if (sources.size !== 1 || declared === undefined) return undefined;
  const exact = languages.get(declared);
  if (exact !== undefined) return exact;
  const alike = [...languages].filter(([language]) => primary(language) === primary(declared));
  return alike.length === 1 ? alike[0]![1] : undefined;
}

const primary = (language: string): string => /^[^-_]*/.exec(language)![0];

function tmxReader(tmx: TmxFile, place: XmlPlace): XmlReader {
  const path: string[] = [];
  let headerSource: string | undefined;
  let unit: TmxUnit | undefined;
  let language: string | undefined;
  let content: string | undefined;
  let skipped = 0;
  let hasRepeats = false;
  return {
    open(name, attributes) {
      if (path.length === 0) checkRoot(name, 'tmx', 'TMX', place);
      const parent = path.at(-1);
      path.push(name);
      if (content !== undefined) {
        if (skipped > 0 || codes.has(name)) skipped++;
      } else if (name === 'header') headerSource = attributes['srclang']?.trim().toLowerCase();
      else if (name === 'tu') {
        const declared = attributes['srclang']?.trim().toLowerCase() ?? headerSource;
        if (declared && declared !== '*all*') tmx.sources.add(declared);
        unit = { id: attributes['tuid'], line: place.line(), texts: new Map() };
        hasRepeats = false;
      } else if (name === 'tuv') {
        // `lang` is that of TMX 1.1.
        const typed = (attributes['xml:lang'] ?? attributes['lang'] ?? '').trim();
        if (typed === '') place.fail('<tuv> has no xml:lang');
        language = entryOf(tmx.languages, typed.toLowerCase(), () => typed);
      } else if (name === 'seg' && parent === 'tuv' && unit) content = '';
    },
    text(piece) {
      if (content !== undefined && skipped === 0) content += piece;
    },
    close(name) {
      path.pop();
      if (skipped > 0) skipped--;
      else if (name === 'seg' && content !== undefined && path.at(-1) === 'tuv') {
        if (unit!.texts.has(language!)) hasRepeats = true;
        else unit!.texts.set(language!, withoutLayout(content));
        content = undefined;
      } else if (name === 'tu' && unit) {
        tmx.units.push(unit);
        if (hasRepeats) tmx.repeated++;
        unit = undefined;
      }
    },
  };
}
