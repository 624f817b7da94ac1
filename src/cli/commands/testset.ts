/** `assay testset`: lists, shows, fetches, checks and adds test sets that are known by name. */
import { UsageError, counted } from '../../core/index.ts';
import { readTexts } from '../../data/index.ts';
import type { CheckedFile, GotSet, SetState } from '../../data/testSets/openSet.ts';
import type { Report } from '../../report/index.ts';
import { Plain, type Terminal, defineCommand } from '../command.ts';
import { labels, reference, source } from '../input/sharedOptions.ts';
import { testSetOptions } from '../input/testSetInput.ts';
import { type Given, refuseOthers, texts, value } from '../options.ts';

const actions = {
  list: 'all test sets: assay testset list [WORD]',
  show: 'everything about one: assay testset show wmt22',
  get: 'fetch a set, or some of its pairs: assay testset get wmt22 en-de',
  check: 'compare what is here with its checksums: assay testset check [NAME]',
  path: 'the files of a pair: assay testset path wmt22 en-de [FIELD]',
  add: 'a set of your own: add NAME --pair en-de -s src.txt -r ref.txt, or add definition.json',
  remove: 'remove what is here of a set: assay testset remove NAME',
};

const options = {
  pair: { ...testSetOptions.pair, only: ['list', 'add'], help: 'language pair, such as en-de' },
  source: { ...source, only: ['add'] },
  reference: { ...reference, only: ['add'] },
  labels: { ...labels, only: ['add'] },
  about: value(texts, { value: 'text', only: ['add'], help: 'what the set is, for the list' }),
};

/** What the actions found or did; only the parts that belong to one are there. */
interface TestSetFacts {
  readonly sets?: readonly SetState[];
  readonly shown?: SetState & { readonly citations: readonly string[] };
  readonly got?: GotSet;
  readonly checked?: readonly CheckedFile[];
  readonly said?: string;
}

const testset = defineCommand({
  name: 'testset',
  summary: 'List, show, fetch, check or add test sets that have a name, such as wmt22.',
  examples: [
    ['assay testset list wmt2 --pair en-de', 'sets by a part of their name, with this pair'],
    ['assay testset get wmt22 en-de', 'fetch it; nothing is fetched unasked'],
    ['assay score --testset wmt22 --pair en-de sys.txt', 'score against it'],
    ['assay testset path wmt22 en-de src', 'the file with its source, to translate'],
    ['assay testset add mine --pair en-de -s src.txt -r ref.txt', 'give your own texts a name'],
  ],
  arguments: [
    { typed: '<action>', choices: actions, help: Object.keys(actions).join(', ') },
    { typed: '[words...]', suggests: ['testsets'], help: 'the name of a set, then language pairs' },
  ],
  options,

  async run([action = '', ...words], given, terminal): Promise<TestSetFacts | Plain> {
    refuseOthers(options, given, [action], `assay testset ${action}`);
    const sets = await import('../../data/testSets/openSet.ts');
    const [name, ...more] = words;
    if (action === 'list') {
      if (more.length > 0) throw new UsageError(`assay testset list takes one word. Leave out ${more.join(', ')}.`);
      const all = (await sets.allSets()).filter(
        (set) => set.name.includes(name ?? '') && (given.pair === undefined || set.pairs.has(given.pair)),
      );
      return { sets: all.map((set) => sets.stateOf(set)) };
    }
    if (action === 'check' && name === undefined) {
      const checked: CheckedFile[] = [];
      for (const set of await sets.allSets()) checked.push(...(await sets.checkSet(set)));
      return checkedFacts(uniquePaths(checked), 'No test set is here yet.');
    }
    if (name === undefined) throw new UsageError(`No test set given. ${actions[action as keyof typeof actions]}.`);
    if (action === 'add') return added(name, more, given, terminal);
    if (action === 'get') return { got: await sets.getSet(name, more, { onProgress: terminal.progress }) };
    if (action === 'path') {
      const [pair, field, ...rest] = more;
      if (pair === undefined || rest.length > 0) throw new UsageError('Type assay testset path NAME PAIR [FIELD].');
      const { fields } = await sets.openSet(name, pair);
      if (field === undefined) return new Plain([...fields].map(([each, path]) => `${each}\t${path}\n`).join(''));
      const path = fields.get(field);
      if (path === undefined) {
        throw new UsageError(`${name} ${pair} has no field ${field}. It has ${[...fields.keys()].join(', ')}.`);
      }
      return Plain.lines([path]);
    }
    if (more.length > 0) throw new UsageError(`Give one test set at a time. Leave out ${more.join(', ')}.`);
    const set = await sets.setNamed(name);
    if (action === 'check') return checkedFacts(await sets.checkSet(set), `${name} is not here.`);
    if (action === 'remove') {
      const bytes = await sets.removeSet(name);
      return { said: `${name} is removed: ${megabytes(bytes)} are free now.` };
    }
    const { citations } = await import('../../data/testSets/knownSets.ts');
    return { shown: { ...sets.stateOf(set), citations: set.cite.map((key) => citations[key]!) } };
  },

  forms: {
    data: ({ sets, shown, ...facts }: TestSetFacts) => ({
      ...facts,
      ...(sets && { sets: sets.map(plainState) }),
      ...(shown && { ...plainState(shown), citations: shown.citations }),
    }),
    tables: testSetTables,
  },
});

export default testset;

const uniquePaths = (files: readonly CheckedFile[]): CheckedFile[] => [
  ...new Map(files.map((file) => [file.path, file])).values(),
];

/** A fault is an error, so that scripts see it. */
function checkedFacts(checked: readonly CheckedFile[], none: string): TestSetFacts {
  const faults = checked.filter(({ fault }) => fault !== undefined);
  if (faults.length > 0) {
    const lines = faults.map(({ path, fault }) => `  ${path}: ${fault}`);
    throw new UsageError(
      `${counted(faults.length, 'file')} of ${checked.length} changed since the fetch:\n${lines.join('\n')}\nRemove the set, and get it again.`,
    );
  }
  return {
    checked,
    said: checked.length === 0 ? none : `${counted(checked.length, 'file')}: all checksums are right.`,
  };
}

async function added(
  name: string,
  more: readonly string[],
  given: Given<typeof options>,
  terminal: Terminal,
): Promise<TestSetFacts> {
  const { addDefinition, addTexts } = await import('../../data/testSets/openSet.ts');
  if (more.length > 0) throw new UsageError(`Give one name at a time. Leave out ${more.join(', ')}.`);
  if (name.endsWith('.json')) {
    const set = await addDefinition(name);
    const [pair] = set.pairs.keys();
    return { said: `${set.name} is added. Type \`assay testset get ${set.name} ${pair}\` to fetch it.` };
  }
  const { pair, source: from, reference: references, labels: labelled, about } = given;
  if (pair === undefined || !references) throw new UsageError('A set of your own needs --pair and -r; -s and -l are optional.'); // prettier-ignore
  const read = await readTexts({
    references,
    emptyReferences: 'keep',
    ...(from !== undefined && { sources: from }),
    ...(labelled !== undefined && { labels: labelled }),
  });
  const names = references.length === 1 ? ['ref'] : references.map((_, r) => `ref:${r}`);
  const count = read.references.reduce((most, each) => Math.max(most, each.length), 0);
  if (count !== references.length) throw new UsageError('Give each reference as a file of its own.');
  const ofLabel = (label: string): string => (label === 'document' ? 'docid' : label);
  const fields = new Map<string, readonly string[]>([
    ...(read.sources ? [['src', oneLine(read.sources)] as const] : []),
    ...names.map((field, r) => [field, oneLine(read.references.map((each) => each[r] ?? ''))] as const),
    ...[...read.labels].map(([label, values]) => [ofLabel(label), oneLine(values)] as const),
  ]);
  await addTexts({ name, pair, ...(about !== undefined && { about }) }, fields);
  for (const note of read.notes) terminal.warn(note);
  return {
    said: `${name} ${pair} is added: ${counted(read.references.length, 'segment')}. Type \`assay score --testset ${name} --pair ${pair} FILE\`.`,
  };
}

const oneLine = (lines: readonly string[]): string[] => lines.map((line) => line.replaceAll(/\s*\n\s*/g, ' '));

const megabytes = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

const plainState = ({ set, pairs, files }: SetState) => ({
  ...set,
  pairs: pairs.map(({ pair, ...state }) => ({ ...pair, ...state })),
  files: files.map(({ file, path, record }) => ({ ...file, path, ...record })),
});

const isHere = ({ pairs }: SetState): number => pairs.filter(({ place }) => place !== undefined).length;

const isFetched = ({ files }: SetState): boolean => files.some(({ record }) => record);

function testSetTables({ sets, shown, got, said }: TestSetFacts): Report {
  const left = (title: string) => ({ title, align: 'left' as const });
  const right = (title: string) => ({ title, align: 'right' as const });
  const notes: { name: string; text: string }[] = said === undefined ? [] : [{ name: 'done', text: said }];
  if (sets) {
    const rows = sets.map((state) => {
      const here = isHere(state);
      const { name, about, pairs, unverified, added: own } = state.set;
      const mark = own ? ' (yours)' : unverified && !isFetched(state) ? ' (unverified)' : '';
      return [name, String(pairs.size), here === 0 ? '' : String(here), `${about}${mark}`];
    });
    return {
      title: counted(sets.length, 'test set'),
      tables: rows.length === 0 ? [] : [{ columns: [left('name'), right('pairs'), right('here'), left('what')], rows }],
      notes: [
        sets.length === 0
          ? { name: 'none', text: 'No test set has this name and pair. `assay testset list` shows all.' }
          : { name: 'get one', text: 'assay testset get NAME PAIR; nothing is fetched unasked' },
      ],
    };
  }
  if (shown) return shownTables(shown, left, right);
  if (got) {
    return {
      title: `${got.set} is here`,
      tables: [
        {
          columns: [left('pair'), right('segments'), left('references')],
          rows: got.pairs.map(({ pair, segments, references }) => [pair, String(segments), references.join(', ')]),
        },
      ],
      notes: [
        ...got.fetched.map(({ url, bytes, sha256, checked }) => ({
          name: 'fetched',
          text: `${url}, ${megabytes(bytes)}, ${checked ? 'checksum right' : 'no checksum known'}, sha256 ${sha256}`,
        })),
        { name: 'folder', text: got.folder },
        { name: 'use it', text: `assay score --testset ${got.set} --pair ${got.pairs[0]?.pair ?? 'PAIR'} FILE` },
      ],
    };
  }
  return { title: 'Test sets', tables: [], notes };
}

type MakeColumn = (title: string) => { title: string; align: 'left' | 'right' };

function shownTables(state: NonNullable<TestSetFacts['shown']>, left: MakeColumn, right: MakeColumn): Report {
  const { set, pairs, files, citations } = state;
  const places = { assay: 'here', sacrebleu: "in sacreBLEU's cache" };
  return {
    title: set.name,
    tables: [
      {
        columns: [left('pair'), left('state'), right('segments'), left('references that count')],
        rows: pairs.map(({ pair, place, segments, fields }) => [
          pair.name,
          place ? places[place] : 'not here',
          segments === undefined ? '' : String(segments),
          (pair.references ?? fields?.filter((field) => field.startsWith('ref')) ?? ['all']).join(', '),
        ]),
      },
    ],
    notes: [
      { name: 'what', text: set.about },
      ...(set.unverified && !isFetched(state)
        ? [{ name: 'unverified', text: 'written down from descriptions of the set; not fetched here yet' }]
        : []),
      ...files.map(({ file, record }) => ({
        name: 'file',
        text: `${file.url}${file.md5 ? `, md5 ${file.md5}` : file.blob ? `, Git hash ${file.blob}` : ''}${record ? `; fetched ${record.fetched.slice(0, 10)}, sha256 ${record.sha256}` : ''}`,
      })),
      ...citations.map((text) => ({ name: 'cite', text })),
    ],
  };
}
