/** `assay prepare`: what metrics must learn from all references, so that parts of a test set can be scored apart. */
import { UsageError, counted, present, printMetric } from '../../core/index.ts';
import { mergePrepared, openFiles, preparedOf, printPrepared, readPrepared } from '../../data/index.ts';
import { createMetrics, parseMetric } from '../../engine/index.ts';
import { Plain, defineCommand } from '../command.ts';
import { requestedMetrics } from '../input/metricInput.ts';
import * as shared from '../input/sharedOptions.ts';
import { shard } from '../input/statisticsInput.ts';
import { outputFile, refuseOptions } from '../options.ts';

const prepare = defineCommand({
  name: 'prepare',
  summary: 'Prepare metrics that learn from all references.',
  examples: [
    ['assay prepare -r ref.txt -m nist -o prepared.json', 'then: assay score … -m nist --prepared prepared.json'],
    ['assay prepare -r ref.txt -m nist --shard 3/16 -o 3.json', 'from one part of the references'],
    ['assay prepare 1.json 2.json 3.json -o prepared.json', 'from all parts'],
  ],

  arguments: [{ typed: '[files...]', names: 'input', help: 'files of this command, one for each part, to be merged' }],
  options: {
    reference: shared.reference,
    metric: shared.metric('metrics that learn from references: nist, amber(tfidf=…), bertscore(idf=yes)'),
    emptyReferences: shared.emptyReferences,
    shard,
    output: outputFile({ letter: 'o', help: 'write to a file' }),
  },

  async run(files, given, terminal) {
    if (files.length > 0) {
      refuseOptions(given, ['reference', 'metric', 'shard'], 'merging prepared files');
      const parts = files.map(readPrepared);
      const metrics = await createMetrics(parts[0]!.metrics.map(({ metric }) => parseMetric(metric)));
      return new Plain(
        printPrepared(
          mergePrepared(
            parts,
            metrics.map(({ learner }) => learner!()),
          ),
        ),
      );
    }
    const { reference, metric, emptyReferences } = given;
    if (!reference) throw new UsageError('No references given. Name them with -r, or files of assay prepare to merge.');
    if (!metric) throw new UsageError('No metric given. Name metrics that learn from references: -m nist.');
    const metrics = await requestedMetrics(metric);
    const other = metrics.find(({ learner }) => !learner);
    if (other) throw new UsageError(`${printMetric(other)} learns nothing from references. Leave it out.`);
    const learners = metrics.map(({ learner }) => learner!());
    const task = await openFiles({
      files: [],
      references: reference,
      emptyReferences,
      ...present({ shard: given.shard }),
    });
    let segments = 0;
    for await (const batch of task.batches()) {
      for (const references of batch.references) for (const learner of learners) learner.take(references);
      segments += batch.size;
      terminal.progress({ share: undefined, text: counted(segments, 'segment') });
    }
    return new Plain(
      printPrepared(
        preparedOf(metrics, learners, {
          sha256: task.checksum ?? '',
          segments,
          ...present({ shard: given.shard, whole: task.wholeChecksum }),
        }),
      ),
    );
  },
});

export default prepare;
