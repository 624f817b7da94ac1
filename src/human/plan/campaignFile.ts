/** The campaign file: JSON that changes any part of a protocol, and the JSON Schema that both documents and checks it. */
import { UsageError } from '../../core/index.ts';
import type { Campaign, TaskKind } from '../campaign/campaign.ts';
import { taskKinds } from '../campaign/campaign.ts';
import type { Marking, TaskDesign } from '../campaign/taskDesign.ts';
import { protocolIds } from './protocols.ts';

/** What the file may hold; all of it is optional. */
export interface CampaignFile extends Partial<
  Pick<Campaign, 'title' | 'consent' | 'documents' | 'tutorial' | 'checks' | 'completion' | 'assignment'>
> {
  readonly protocol?: string;
  /** By kind of task: what differs from the protocol. */
  readonly tasks?: Readonly<Partial<Record<TaskKind, ChangedDesign>>>;
}

export type ChangedDesign = Partial<Omit<TaskDesign, 'protocol' | 'marking'>> & {
  readonly instructions?: string;
  readonly marking?: Partial<Marking>;
};

/** The part of JSON Schema that campaign files need. */
interface Schema {
  readonly description?: string;
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: false | Schema;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly $ref?: string;
}

const text = (description: string): Schema => ({ description, type: 'string' });
const number = (description: string): Schema => ({ description, type: 'number' });
const whole = (description: string, minimum: number, maximum?: number): Schema => ({
  description,
  type: 'integer',
  minimum,
  ...(maximum !== undefined && { maximum }),
});
const flag = (description: string): Schema => ({ description, type: 'boolean' });
const one = (description: string, values: readonly string[]): Schema => ({ description, type: 'string', enum: values });
const list = (description: string, items: Schema): Schema => ({ description, type: 'array', items });
const object = (description: string, properties: Record<string, Schema>, required: readonly string[] = []): Schema => ({
  description,
  type: 'object',
  properties,
  additionalProperties: false,
  ...(required.length > 0 && { required }),
});

const marks = (description: string): Schema =>
  list(
    description,
    object('', { at: number('a score of the scale'), text: text('what is shown there') }, ['at', 'text']),
  );

const span = (description: string, required: readonly string[]): Schema =>
  object(
    description,
    {
      side: one('where the error is; default: output', ['source', 'output']),
      start: whole('first character, from 0', 0),
      end: whole('character after the last', 0),
      severity: text('name of a severity'),
      category: text('path of a category: Accuracy/Omission'),
      marker: text('id of a marker instead of a part of the text: missing'),
      note: text('what the judge says about it'),
    },
    required,
  );

const categorySchema: Schema = object(
  'a category of errors',
  {
    name: text('without the names above it'),
    help: text('shown with the name'),
    children: list('categories below it', { $ref: '#/$defs/category' }),
    side: one('where it can be marked; default: output', ['source', 'output', 'both']),
    severity: text('the only severity that it can have'),
    isWhole: flag('it covers the whole text and replaces all other errors'),
    needsNote: flag('the judge must say in a note what it is'),
  },
  ['name'],
);

const task = object('what differs from the protocol in this kind of task', {
  instructions: text('what judges read before they begin'),
  shows: list('texts that judges see with the translations', one('', ['source', 'reference'])),
  context: one('what is shown around the segment', ['none', 'neighbours', 'document']),
  sideBySide: whole('translations on one screen', 1, 10),
  scales: list(
    'scales of the scores; none: no score',
    object(
      '',
      {
        id: text('name in judgments, if there are several scales'),
        title: text('question above the scale'),
        min: number('lowest score'),
        max: number('highest score'),
        step: number('distance of possible scores'),
        input: one('how it is chosen', ['slider', 'buttons']),
        isOptional: flag('an answer may do without it'),
        anchors: marks('texts below the scale'),
        ticks: marks('short marks on the scale'),
        labels: list(
          'label of the chosen score, in ascending order',
          object('', { from: number('lowest score with this label'), text: text('the label') }, ['from', 'text']),
        ),
      },
      ['id', 'min', 'max', 'step', 'input', 'anchors'],
    ),
  ),
  marking: object('marked errors', {
    severities: list(
      'in the order to offer them',
      object('', { name: text('as judgments name it'), help: text('shown with the name') }, ['name']),
    ),
    categories: list('none: errors have no category', { $ref: '#/$defs/category' }),
    markers: list(
      'tokens after the text, for errors that are nowhere in it',
      object('', { id: text('as judgments name it'), text: text('as shown'), help: text('shown with it') }, ['id', 'text']),
    ),
    inSource: flag('errors can be marked in the source'),
    unit: one('what a click selects', ['word', 'character']),
    most: whole('most errors in one translation', 1),
  }),
  rules: list(
    'rules between scores and marked errors',
    object(
      '',
      {
        below: number('applies to lower scores'),
        needs: one('what such a score needs', ['error']),
        otherwise: one('what follows without', ['refuse', 'warn']),
      },
      ['below', 'needs', 'otherwise'],
    ),
  ),
  documentScore: flag('after its last segment, the document is scored, too'),
}); // prettier-ignore

export const campaignFileSchema: Schema & Readonly<Record<string, unknown>> = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Campaign file of assay judge init --campaign',
  ...object('Changes to a protocol of human evaluation. What the file leaves out is as the protocol has it.', {
    $schema: text('address of this schema'),
    protocol: one('the protocol to begin with; --protocol wins', protocolIds),
    title: text('title at the top of the pages; --title wins'),
    consent: text('text that judges agree to; --consent wins'),
    tasks: {
      ...object('by kind of task', Object.fromEntries(taskKinds.map((kind) => [kind, task]))),
    },
    documents: {
      description: 'by name of the document',
      type: 'object',
      additionalProperties: object('', {
        domain: text('kind of text: news'),
        instruction: text('shown above every segment of the document'),
      }),
    },
    tutorial: list(
      'items that every judge does first, instead of the practice round',
      object(
        '',
        {
          kind: one('kind of task', taskKinds),
          source: text('source of the item'),
          reference: text('reference of the item'),
          outputs: list('translations', text('')),
          instruction: text('tells the judge what to do'),
          prefilled: list(
            'by translation: errors marked beforehand',
            list('', span('', ['start', 'end', 'severity'])),
          ),
          expected: list(
            'by translation; what is left out is not checked',
            object('', {
              errors: list('as many, within 3 characters, of the same severity', span('', ['start', 'end'])),
              score: number('within 20 of 100'),
              rank: whole('in rank and pairwise', 1),
            }),
          ),
          isSkippable: flag('a wrong answer may be left as it is'),
        },
        ['kind', 'outputs', 'instruction', 'expected'],
      ),
    ),
    checks: object('attention checks: how they are made, and what they decide', {
      damage: one('words of another segment, or words moved within the text', ['damaged', 'rotated']),
      pass: object('when a judge has passed', {
        by: one('number of failures, or the test of Appraise', ['failures', 'appraise']),
        most: number('failures: most failed checks, or their greatest share if below 1'),
        alpha: number('appraise: greatest p-value'),
        seconds: number('appraise: shortest time of work'),
      }, ['by']),
      failing: one('what follows if not', ['nothing', 'warn', 'token', 'stop']),
    }, ['damage', 'pass', 'failing']),
    completion: object('what judges see when they have finished; ${TOKEN} and ${USER} are filled in', {
      text: text('a text'),
      link: text('a link'),
      passed: text('one code for all; default: a code for each judge'),
      failed: text('for judges who failed the checks'),
    }),
    assignment: object('how judges get their assignments', {
      by: one('lists made in advance, the next of a common stream, or systems by their rank so far', ['plan', 'stream', 'dynamic']),
      coldStart: whole('dynamic: judgments of every system before ranks count', 0),
    }, ['by']),
  }),
  $defs: { category: categorySchema },
}; // prettier-ignore

/** Checks a parsed campaign file; errors name the file and the place in it. */
export function checkCampaignFile(value: unknown, file: string): CampaignFile {
  check(value, campaignFileSchema, '', file);
  const { $schema: _, ...content } = value as CampaignFile & { $schema?: string };
  const { checks, completion, tutorial = [] } = content;
  const { pass } = checks ?? {};
  if (pass?.by === 'failures' && typeof pass.most !== 'number') throw fault(file, 'checks.pass', 'needs "most"');
  if (pass?.by === 'appraise' && !(typeof pass.alpha === 'number' && typeof pass.seconds === 'number'))
    throw fault(file, 'checks.pass', 'needs "alpha" and "seconds"');
  if (completion?.failed !== undefined && completion.passed === undefined)
    throw fault(file, 'completion', 'needs "passed" as well as "failed"');
  if (completion?.link !== undefined && !/^https?:\/\//.test(completion.link))
    throw fault(file, 'completion.link', 'must begin with https://');
  tutorial.forEach(({ outputs, expected }, i) => {
    if (outputs.length === 0 || expected.length !== outputs.length)
      throw fault(file, `tutorial[${i}]`, 'needs "expected" for each of its outputs');
  });
  for (const [kind, changed] of Object.entries(content.tasks ?? {})) checkScales(changed, file, kind);
  return content;
}

function checkScales({ scales = [] }: ChangedDesign, file: string, kind: string): void {
  scales.forEach(({ min, max, step }, i) => {
    if (!(min < max && step > 0))
      throw fault(file, `tasks.${kind}.scales[${i}]`, 'needs "min" below "max" and "step" above 0');
  });
}

const fault = (file: string, place: string, what: string): UsageError =>
  new UsageError(`${file}: ${place === '' ? 'the file' : place} ${what}. See docs/reference/campaign.schema.json.`);

function check(value: unknown, given: Schema, place: string, file: string): void {
  const schema = given.$ref === undefined ? given : categorySchema;
  if (schema.type === undefined) return;
  const refuse = (what: string) => fault(file, place, what);
  switch (schema.type) {
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refuse('must be an object');
      const { properties = {}, additionalProperties, required = [] } = schema;
      for (const name of required) if (!Object.hasOwn(value, name)) throw refuse(`needs "${name}"`);
      for (const [name, part] of Object.entries(value)) {
        const inner = Object.hasOwn(properties, name) ? properties[name]! : additionalProperties;
        if (!inner) throw refuse(`has an unknown field "${name}"; known: ${Object.keys(properties).join(', ')}`);
        check(part, inner, place === '' ? name : `${place}.${name}`, file);
      }
      return;
    }
    case 'array':
      if (!Array.isArray(value)) throw refuse('must be a list');
      value.forEach((item, i) => check(item, schema.items!, `${place}[${i}]`, file));
      return;
    case 'string':
      if (typeof value !== 'string') throw refuse('must be a string');
      if (schema.enum && !schema.enum.includes(value))
        throw refuse(`must be one of ${schema.enum.join(', ')}, not "${value.slice(0, 40)}"`);
      return;
    case 'boolean':
      if (typeof value !== 'boolean') throw refuse('must be true or false');
      return;
    case 'number':
    case 'integer': {
      const { minimum = -Infinity, maximum = Infinity } = schema;
      const isRight = typeof value === 'number' && (schema.type === 'number' || Number.isInteger(value));
      if (!isRight || value < minimum || value > maximum)
        throw refuse(
          `must be a ${schema.type === 'integer' ? 'whole ' : ''}number${maximum < Infinity ? ` from ${minimum} to ${maximum}` : minimum > -Infinity ? ` of at least ${minimum}` : ''}`,
        );
    }
  }
}

/** A design with the changes of the file; of `marking`, each part by itself. */
export function changedDesign(design: TaskDesign, changed: ChangedDesign): TaskDesign {
  const { instructions: _, marking, ...changes } = changed;
  const base: Marking = design.marking ?? {
    severities: [{ name: 'minor' }, { name: 'major' }],
    categories: [],
    markers: [],
    inSource: false,
    unit: 'word',
  };
  return { ...design, ...changes, ...(marking && { marking: { ...base, ...marking } }) };
}
