/** `assay paradox`: where a metric contradicts itself, after Chiang, DeNeefe, Chan and Ng (EMNLP 2008), section 3. */
import { UsageError, pick, suggest } from '../../core/index.ts';
import type { Task } from '../../data/index.ts';
import { findParadox } from '../../engine/index.ts';
import { type Paradox, paradoxRecipes } from '../../paradox/index.ts';
import { type ParadoxReport, makeUpParadox, paradoxTables } from '../../report/index.ts';
import { type Terminal, defineCommand } from '../command.ts';
import { refuseOthers } from '../options.ts';
import { type ParadoxOptions, paradoxOptions } from '../paradox/paradoxOptions.ts';
import { chosenSystems } from '../paradox/chosenSystems.ts';
import { areLists, studyLists } from '../paradox/deletionStudy.ts';
import { requestedMetrics } from '../requestedMetrics.ts';
import { openTexts } from '../textInput.ts';

const names = Object.keys(paradoxRecipes) as Paradox[];

/** How many systems a paradox is about. */
const systemsOf: Readonly<Record<Paradox, number>> = { 'sign-test': 2, genres: 2, deletion: 1 };

const paradox = defineCommand({
  name: 'paradox',
  summary: 'Show where metrics contradict themselves, on made-up outputs or your own.',
  examples: [
    ['assay paradox sign-test', 'two systems, each significantly better than the other'],
    ['assay paradox sign-test --variant scattered --size segments=50', 'another such pair, larger'],
    ['assay paradox genres -m bleu chrf ter', 'better on every part, worse on the whole; other metrics'],
    ['assay paradox deletion -r ref.txt sys.txt', 'segments of your own that can be left out'],
    ['assay paradox deletion -r ref.txt nbest.txt', 'of n-best lists: do metrics reward what leaves something out?'],
    ['assay paradox genres -r ref.txt a.txt b.txt -l labels.tsv --by domain', 'your own systems and parts'],
    ['assay paradox sign-test wmt.xml --systems base,new', 'two systems of a file that holds more'],
  ],

  arguments: [
    { typed: '<paradox>', help: names.join(', ') },
    {
      typed: '[files...]',
      names: 'input',
      help: 'outputs of your own, as for assay score: two systems, for deletion one, or n-best lists',
    },
  ],
  options: paradoxOptions,

  async run([typed = '', ...files], given, terminal): Promise<ParadoxReport> {
    const name = names.find((each) => each === typed);
    if (!name) throw new UsageError(`Unknown paradox ${typed}. ${suggest(typed, names)}`);
    if (given.by !== undefined && name !== 'genres') throw new UsageError(`--by is for genres, not for ${name}.`);
    const lists = files.length > 0 && given.inputFormat === undefined && (await areLists(files, given));
    if (lists && name !== 'deletion') {
      throw new UsageError(`assay paradox ${name} takes outputs of systems, not n-best lists.`);
    }
    refuseOthers(paradoxOptions, given, [
      lists ? 'n-best lists' : files.length > 0 ? 'outputs of your own' : 'made-up outputs',
    ]);
    if (lists) return studyLists(files, given, terminal);
    return files.length === 0 ? madeUp(name, given) : ofFiles(name, files, given, terminal);
  },

  forms: { tables: (report, given) => paradoxTables(report, given.digits) },
});

export default paradox;

async function madeUp(name: Paradox, given: ParadoxOptions): Promise<ParadoxReport> {
  if (given.variant !== undefined && name !== 'sign-test') {
    throw new UsageError(`--variant is for sign-test, not for ${name}.`);
  }
  const variant = given.variant ?? Object.keys(paradoxRecipes[name])[0]!;
  const { sizes: own } = paradoxRecipes[name][variant]!;
  for (const [size] of given.size ?? []) {
    if (size in own) continue;
    throw new UsageError(`--size: ${size} is no size of ${variant}, which has ${Object.keys(own).join(', ')}.`);
  }
  const metrics = await requestedMetrics(
    given.metric ?? ['bleu(tok=none,smooth=none)', 'bleu-sbp(tok=none)', '4grr(tok=none)', 'amber(tok=none)'],
  );
  return makeUpParadox(name, metrics, variant, Object.fromEntries(given.size ?? []));
}

async function ofFiles(
  name: Paradox,
  files: readonly string[],
  given: ParadoxOptions,
  terminal: Terminal,
): Promise<ParadoxReport> {
  const metrics = await requestedMetrics(given.metric ?? ['bleu', 'bleu-sbp', '4grr', 'amber']);
  const task = await requestedSystems(name, await openTexts(files, given), given.systems);
  return findParadox(name, task, metrics, {
    ...pick(given, ['by', 'threads']),
    onProgress: (done) => terminal.progress(done),
  });
}

async function requestedSystems(name: Paradox, task: Task, typed: string | undefined): Promise<Task> {
  try {
    return chosenSystems(task, typed, systemsOf[name], `assay paradox ${name}`);
  } catch (error) {
    for await (const _ of task.batches()) break; // closes the files
    throw error;
  }
}
