/** `assay model`: the models that neural metrics know by name. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { UsageError } from '../../core/index.ts';
import { type CheckedModel, addModel, checkModel, knownModels, pathOfModel, removeModel } from '../../engine/index.ts';
import type { Report } from '../../report/index.ts';
import { defineCommand } from '../command.ts';
import { texts, value } from '../options.ts';

const actions = {
  list: 'the models that have a name',
  check: 'load a model and try it: assay model check NAME',
  add: 'give a model a name: assay model add PATH --as NAME',
  remove: 'forget a name; the files stay',
};

interface ModelFacts {
  readonly models: readonly { readonly name: string; readonly path: string; readonly found: boolean }[];
  readonly checked?: CheckedModel;
  readonly said?: string;
}

const model = defineCommand({
  name: 'model',
  summary: 'List, check, add or remove the models of neural metrics.',
  examples: [
    ['assay model add models/bge-small-en --as bge', 'from now on, bertscore(model=bge) means this folder'],
    ['assay model check bge', 'does it load? what can it do?'],
    ['assay model list', 'all models that have a name'],
    ['assay model remove bge', 'forget the name; the files stay'],
  ],
  arguments: [
    { typed: '<action>', choices: actions, help: Object.keys(actions).join(', ') },
    { typed: '[model]', names: 'input', help: 'a folder, a .zip or .jar file, or a name' },
  ],
  options: {
    as: value(texts, { value: 'name', help: 'add: the name (default: that of the folder or file)' }),
  },

  async run([action, given, ...more], { as }): Promise<ModelFacts> {
    if (more.length > 0) throw new UsageError(`Give one model at a time. Leave out ${more.join(', ')}.`);
    if (as !== undefined && action !== 'add') throw new UsageError('--as is for assay model add. Leave it out.');
    if (action === 'list') {
      if (given !== undefined) throw new UsageError(`assay model list takes no model. Leave out ${given}.`);
      return listed();
    }
    if (given === undefined)
      throw new UsageError(
        `No model given. Type assay model ${action} and ${action === 'remove' ? 'its name' : 'a path or name'}.`,
      );
    if (action === 'remove') {
      removeModel(given);
      return { ...listed(), said: `${given} is forgotten; its files are still there.` };
    }
    if (action === 'check') return { models: [], checked: await checkModel(given) };
    return added(given, as);
  },

  forms: { tables: modelTables },
});

export default model;

const listed = (): ModelFacts => ({
  models: Object.entries(knownModels()).map(([name, path]) => ({
    name,
    path,
    found: statSync(path, { throwIfNoEntry: false }) !== undefined,
  })),
});

/** Only a model that works gets a name. */
async function added(given: string, as: string | undefined): Promise<ModelFacts> {
  const path = pathOfModel(given);
  const name = as ?? basename(path).replace(/\.(?:zip|jar)$/, '');
  if (!/^[\w.-]+$/.test(name)) {
    throw new UsageError(`A name has letters, digits, ".", "-" and "_", not "${name}". Choose one with --as.`);
  }
  const checked = await checkModel(path);
  addModel(name, path);
  return { ...listed(), checked, said: `bertscore(model=${name}) and other neural metrics now find it.` };
}

function modelTables({ models, checked, said }: ModelFacts): Report {
  return {
    title: 'Models',
    tables:
      models.length === 0
        ? []
        : [
            {
              columns: [
                { title: 'name', align: 'left' },
                { title: 'path', align: 'left' },
              ],
              rows: models.map(({ name, path, found }) => [name, found ? path : `${path} (gone)`]),
            },
          ],
    notes: [
      ...(checked
        ? [
            { name: 'model', text: `${checked.name}, sha256 ${checked.checksum}` },
            { name: 'gives', text: checked.gives.join(', ') },
            { name: 'outputs', text: checked.outputs.join(', ') },
            { name: 'pieces', text: `a text of ${checked.words} words has ${checked.pieces}` },
            { name: 'runtime', text: `${checked.runtime}, ${checked.milliseconds.toFixed(0)} ms for this text` },
            ...(checked.alone ? [{ name: 'beware', text: 'int8: each text is run alone, since others in its batch would change its score' }] : []), // prettier-ignore
          ]
        : []),
      ...(models.length === 0 && !checked ? [{ name: 'models', text: 'none. Type assay model add PATH --as NAME.' }] : []), // prettier-ignore
      ...(said === undefined ? [] : [{ name: 'done', text: said }]),
    ],
  };
}
