/**
 * Neural metrics against ONNX Runtime in Python, in the same run: the same model, texts, batches and threads. Then the same command again,
 * with the scores of the first run in the cache. ASSAY_MODEL names a folder with model.onnx and tokenizer.json, ONNX_PYTHON a Python with
 * onnxruntime, tokenizers and numpy; onnxruntime-node must be installed in ONNX_FOLDER.
 */
import { join } from 'node:path';
import { runMeasured } from './processes.js';
import { writeInputs } from './inputs.js';

export async function timeNeural(folder, assay, root, segments) {
  const { ASSAY_MODEL: model, ONNX_PYTHON: python = 'python3', ONNX_FOLDER: runtime = '.' } = process.env;
  if (model === undefined) throw new Error('Name a model: ASSAY_MODEL=folder npm run bench -- --neural');
  const { hypothesis, reference, from } = writeInputs(folder, segments);
  const kept = { ASSAY_CACHE: join(folder, 'cache'), ASSAY_MODELS: folder };
  const score = (metric, cache) =>
    runMeasured([...assay, 'score', '-r', reference, hypothesis, '-m', `${metric}(model=${model})`], {
      cwd: runtime,
      env: { ...kept, ...(cache ? {} : { ASSAY_CACHE: 'off' }) },
    });
  const rows = [];
  for (const metric of ['embedding', 'bertscore']) {
    const peer = await runMeasured([python, join(root, 'bench/neuralPeer.py'), model, metric, hypothesis, reference]);
    const ours = await score(metric, false);
    await score(metric, true);
    rows.push({ metric, segments, peer, ours, again: await score(metric, true) });
  }
  return { rows, from };
}
