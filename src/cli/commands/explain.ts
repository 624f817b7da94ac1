/** `assay explain`: how a score is computed, step by step, with the words behind each number, and why systems differ. */
import { UsageError, integers, pick, present } from '../../core/index.ts';
import { readTexts } from '../../data/index.ts';
import { checkNames } from '../../measure/index.ts';
import { explainPage, explainRows, explainTables, reportExplanations } from '../../report/index.ts';
import { defineCommand, warned } from '../command.ts';
import { analyses, requestedMetrics, withAnalyses } from '../input/metricInput.ts';
import * as shared from '../input/sharedOptions.ts';
import { texts, toggle, value, values } from '../options.ts';

const explain = defineCommand({
  name: 'explain',
  summary: 'Explain a score step by step, with the words behind each number.',
  examples: [
    ['assay explain -r ref.txt sys.txt --segment 7 -m bleu', 'how BLEU scores segment 7'],
    [
      'assay explain -r ref.txt a.txt b.txt --segment 7 -m bleu amber ter',
      'two systems side by side, by three metrics',
    ],
    ['assay explain -r ref.txt a.txt b.txt --corpus', 'why the two systems differ: numbers, segments and words'],
    ['assay explain task.xml --document d3', 'one document'],
    ['assay explain -r ref.txt a.txt b.txt --segment 7 -o seven.html', 'a page: point at a number to see its words'],
  ],

  arguments: [
    { typed: '[files...]', names: 'input', help: 'system outputs, as for assay score; - for standard input' },
  ],
  options: {
    ...shared.textOptions,
    metric: shared.metric('metrics, as for assay score (default: bleu chrf ter)'),
    segment: shared.segment('segments to explain, from 1: 7, 1-5 or 1-5,9'),
    document: values(texts, { value: 'name', help: 'a document to explain; repeat for several' }),
    corpus: toggle({
      help: 'explain the score of all segments together (default, unless a segment or document is chosen)',
    }),
    system: values(texts, { value: 'name', help: 'explain only this system of the files; repeat for several' }),
    top: value(integers(0, 1000), { default: 5, help: 'segments and words listed for a difference' }),
    digits: shared.digits(2),
    analyses,
    ...shared.readingOptions,
  },

  async run(files, given, terminal) {
    if (files.length === 0) {
      throw new UsageError(
        'No files given. Name the outputs to explain, or - for standard input; see `assay explain --help`.',
      );
    }
    const metrics = await requestedMetrics(given.metric ?? ['bleu', 'chrf', 'ter'], withAnalyses(files, given));
    const read = await readTexts({ ...shared.outputRequest(files, given), references: given.reference ?? [] });
    const count = read.references.length;
    const chosen = given.segment;
    if (chosen && chosen.last > count) {
      throw new UsageError(`--segment ${chosen.typed} asks for segment ${chosen.last}, but there are ${count}.`);
    }
    const systems = chosenSystems(read.systems, given.system);
    return reportExplanations(
      metrics,
      { ...read, systems: systems.map((s) => read.systems[s]!), texts: systems.map((s) => read.texts[s]!) },
      {
        ...present({
          segments: chosen && Array.from({ length: count }, (_, i) => i + 1).filter((number) => chosen.has(number)),
          documents: given.document,
        }),
        corpus: given.corpus ?? (!chosen && !given.document),
        ...pick(given, ['top']),
        onProgress: terminal.progress,
        input: {
          ...pick(read, ['sha256', 'notes']),
          ...warned(terminal, checkNames(files, given.reference ?? [], given.name !== undefined)),
        },
      },
    );
  },

  forms: {
    tables: (report, given) => explainTables(report, given.digits),
    rows: explainRows,
    page: (report, given) => explainPage(report, given.digits),
  },
});

/** Systems by number. */
function chosenSystems(known: readonly string[], chosen: readonly string[] | undefined): number[] {
  if (!chosen) return [...known.keys()];
  return chosen.map((system) => {
    const found = known.indexOf(system);
    if (found >= 0) return found;
    throw new UsageError(`--system: there is no system ${system}. Known: ${known.join(', ')}.`);
  });
}

export default explain;
