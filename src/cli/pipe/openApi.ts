/** The protocol as JSON Schema, and its HTTP form as an OpenAPI document, both made from the declarations of the commands. */
import { version } from '../../core/index.ts';
import type { AnyCommand } from '../command.ts';
import { type Declarations, type Declared, settable } from '../options.ts';
import { metricNames } from '../sacrebleu/flags.ts';
import { countCommand } from './countInParts.ts';
import { commandMethods, protocolVersion, shownForms } from './protocol.ts';
import { argumentOf } from './readParams.ts';
import { sacrebleuSettings } from './sacrebleu.ts';

type Schema = Readonly<Record<string, unknown>>;

const texts: Schema = { type: 'array', items: { type: 'string' } };

const file: Schema = {
  description:
    'A path, texts (one per segment), the content of a file in any format that Assay reads, or lines of plain text that follow the request (only with `assay pipe`).',
  oneOf: [
    { type: 'string' },
    {
      type: 'object',
      properties: { name: { type: 'string' }, texts },
      required: ['texts'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { name: { type: 'string' }, content: { type: 'string' } },
      required: ['content'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { name: { type: 'string' }, attached: { type: 'integer', minimum: 0 } },
      required: ['attached'],
      additionalProperties: false,
    },
  ],
};

function optionSchema({ kind, many, names, help, default: usual }: Declared): Schema {
  const described = { description: help };
  if (!kind || names === 'output') return { ...described, type: 'boolean' };
  const isFile = names === 'input' || names === 'scores';
  const one: Schema = isFile
    ? { $ref: '#/$defs/file' }
    : kind.choices
      ? { enum: kind.choices }
      : { type: typeof usual === 'number' ? ['number', 'string'] : ['string', 'number'] };
  return {
    ...described,
    ...(many ? { type: 'array', items: one } : one),
    ...(usual !== undefined && ['string', 'number'].includes(typeof usual) && { default: usual }),
  };
}

function paramsSchema(command: AnyCommand): Schema {
  const { name, many } = argumentOf(command);
  const [argument] = command.arguments;
  const one: Schema = argument!.names === 'input' ? { $ref: '#/$defs/file' } : { type: 'string' };
  return {
    type: 'object',
    description: command.summary,
    properties: {
      [name]: { description: argument!.help, ...(many ? { type: 'array', items: one } : one) },
      ...Object.fromEntries(
        Object.entries(settable(command.options as Declarations)).map(([option, declared]) => [
          option,
          optionSchema(declared),
        ]),
      ),
    },
    additionalProperties: false,
  };
}

const sacrebleuParams: Schema = {
  type: 'object',
  description: 'A score as the functions of sacreBLEU give it, with its statistics.',
  properties: {
    metric: { enum: metricNames },
    hypotheses: texts,
    references: {
      description: 'One list for each reference; null where a segment lacks it.',
      type: 'array',
      items: { type: 'array', items: { type: ['string', 'null'] } },
    },
    ...Object.fromEntries(Object.entries(sacrebleuSettings).map(([name, type]) => [name, { type }])),
  },
  required: ['metric', 'hypotheses', 'references'],
  additionalProperties: false,
};

function countParams(): Schema {
  const { properties, ...rest } = paramsSchema(countCommand) as { properties: Schema };
  return {
    ...rest,
    properties: {
      ...properties,
      groups: {
        description: 'The group of every segment, numbered from 0 without gaps, to get sums for each group.',
        type: 'array',
        items: { type: 'integer', minimum: 0 },
      },
      scores: { description: 'Whether to return the score of every segment, too.', type: 'boolean' },
      check: { description: 'Whether to look for mistakes in the first texts.', type: 'boolean', default: true },
    },
  };
}

const totalParams: Schema = {
  type: 'object',
  description: 'Add up what `count` returned, and score the sums.',
  properties: {
    systems: { ...texts, description: 'As `count` returned them.' },
    metrics: { type: 'array', items: { type: 'object' }, description: 'As `count` returned them.' },
    groups: {
      description: 'Lists of groups of `count`; those of a list are added up.',
      type: 'array',
      items: { type: 'array', items: { type: 'object' } },
    },
    statistics: { type: 'boolean', description: 'Whether to return the sums as statistics files, for `merge`, too.' },
    notes: { ...texts, description: 'Notes for the statistics files.' },
    warnings: {
      type: 'array',
      items: { type: 'object' },
      description: 'Warnings of `count` for the statistics files.',
    },
    emptyReferences: { type: 'string', description: 'As `count` got it, for the statistics files.' },
  },
  required: ['systems', 'metrics', 'groups'],
  additionalProperties: false,
};

/** Parameters by method. */
const methods = (): Readonly<Record<string, Schema>> => ({
  about: {
    type: 'object',
    description: 'The versions of Assay and of the protocol, and the methods.',
    properties: {},
    additionalProperties: false,
  },
  ...Object.fromEntries(commandMethods.map((command) => [command.name, paramsSchema(command)])),
  sacrebleu: sacrebleuParams,
  count: countParams(),
  total: totalParams,
});

const show: Schema = {
  description: 'Further forms of the result: texts, or tables and rows as data.',
  type: 'array',
  items: { enum: shownForms },
};

const attached: Schema = {
  description:
    'Sizes in bytes of what follows the request, right behind the end of its line; files name it by its place from 0.',
  type: 'array',
  items: { type: 'integer', minimum: 0 },
};

const answer: Schema = {
  type: 'object',
  properties: {
    id: { description: 'That of the request; null if it could not be read.' },
    result: { description: 'What the command prints with --format json.' },
    warnings: { ...texts, description: 'What the command prints on standard error.' },
    shown: { type: 'object', description: 'The forms that `show` asks for, by name.' },
    files: { type: 'object', description: 'What the command writes to files, by option.' },
    error: { $ref: '#/$defs/error' },
  },
};

const error: Schema = {
  type: 'object',
  properties: { kind: { enum: ['usage', 'bug'] }, message: { type: 'string' } },
  required: ['kind', 'message'],
};

/** The lines of `assay pipe`. */
export const protocolSchema = (): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: `The protocol of assay pipe, version ${protocolVersion}`,
  description: 'Requests are lines of standard input, answers lines of standard output, in the same order.',
  oneOf: Object.keys(methods()).map((method) => ({
    type: 'object',
    properties: { id: true, method: { const: method }, params: { $ref: `#/$defs/${method}` }, show, attached },
    required: ['method'],
    additionalProperties: false,
  })),
  $defs: { ...methods(), file, error, answer },
});

/** The routes of `assay serve`. */
export function openApi(): Schema {
  const schemas: unknown = JSON.parse(
    JSON.stringify({ ...methods(), file, error, answer }).replaceAll('#/$defs/', '#/components/schemas/'),
  );
  const ofAnswer = { content: { 'application/json': { schema: { $ref: '#/components/schemas/answer' } } } };
  const refused = { description: 'The request is wrong; the error says how.', ...ofAnswer };
  return {
    openapi: '3.1.0',
    info: { title: 'Assay', version, description: `Version ${protocolVersion} of the protocol.` },
    paths: Object.fromEntries(
      Object.entries(methods()).map(([method, { description }]) => [
        `/v1/${method}`,
        {
          post: {
            operationId: method,
            summary: description,
            parameters: [
              {
                name: 'show',
                in: 'query',
                description: `Further forms of the result, separated by commas: ${shownForms.join(', ')}.`,
                schema: { type: 'string' },
              },
            ],
            requestBody: { content: { 'application/json': { schema: { $ref: `#/components/schemas/${method}` } } } },
            responses: { 200: { description: 'The result.', ...ofAnswer }, 400: refused },
          },
        },
      ]),
    ),
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, schemas },
  };
}
