/** A program of the user's that scores texts: a neural metric, a language model as judge, or anything else that reads and writes lines. */
import {
  type Counter,
  type MetricBody,
  type Resources,
  type SignedResource,
  UsageError,
  defineMetric,
  flag,
  number,
  option,
} from '../../core/index.ts';
import { type Scorer, scoredBody } from '../shared/scoredBody.ts';

/** What the engine loads for it: a program that is open, and what it says about itself. */
export interface Program extends SignedResource {
  readonly name: string;
  readonly range: MetricBody['range'];
  readonly uses: NonNullable<MetricBody['uses']>;
  readonly scorer: Scorer;
}

/** What the engine needs to start it, as JSON in the name of the resource. */
export interface ProgramOrder {
  readonly command: string;
  readonly shell: boolean;
  readonly timeout: number;
  readonly cached: boolean;
}

export const noCommand =
  'The metric external needs a program. Type its command: -m \'external(cmd="python3 scorer.py")\'.';

const options = {
  command: option<string>({
    key: 'cmd',
    default: '',
    accepts: 'a command in quotes, such as "python3 scorer.py"',
    help: 'The program and its arguments. It is typed, and never read from a file or a signature.',
    isCommand: true,
    parse(value) {
      if (typeof value === 'string' && !value.includes('\0') && !value.includes('\n')) return value;
      throw new UsageError(`cmd must be a command in one line, not ${JSON.stringify(value)}.`);
    },
    print: () => undefined,
  }),
  name: option<string>({
    key: 'name',
    default: '',
    accepts: 'a name without | ; : , ( ) +',
    help: 'The name in tables; by default the one that the program states.',
    parse(value) {
      if (typeof value === 'string' && /^[^|;:,()+"'\n]{0,60}$/.test(value)) return value.trim();
      throw new UsageError(`name must be at most 60 characters without | ; : , ( ) +, not ${JSON.stringify(value)}.`);
    },
    print: (value) => (value === '' ? undefined : value),
  }),
  timeout: {
    ...number({
      key: 'timeout',
      default: 600,
      min: 0.1,
      max: 1e6,
      help: 'Seconds to wait for the first line of the program, and for the next answer.',
    }),
    print: () => undefined, // no score depends on it
  },
  shell: {
    ...flag({ key: 'shell', default: false, help: 'Let the shell run the command, with variables, pipes and all.' }),
    print: () => undefined,
  },
  cached: {
    ...flag({
      key: 'cache',
      default: true,
      help: 'Keep scores between runs, by program and texts; see `assay cache`.',
    }),
    print: () => undefined,
  },
};

const needFor = (order: ProgramOrder): string =>
  `program:${JSON.stringify({ command: order.command, shell: order.shell, timeout: order.timeout, cached: order.cached })}`;

const programOf = (settings: ProgramOrder, resources: Resources): Program | undefined =>
  resources.get(needFor(settings)) as Program | undefined;

export default defineMetric({
  id: 'external',
  summary: 'The scores that a program of yours gives, such as COMET or a language model.',
  cite: 'Cite what the program computes, such as Rei, Stewart, Farinha and Lavie (2020): COMET: A neural framework for MT evaluation. EMNLP.',
  notes: [
    'The program stays open. It writes one JSON line that says its name, version, direction, range and what it reads, then reads a JSON line for each text, `{"id", "source", "hypothesis", "references"}`, and answers `{"id", "score"}` or `{"id", "error"}`, in any order. The guide page `scoring-programs.md` has the details.',
    'The score of a whole text is the mean over its segments. Each distinct text is scored once, and scores are kept between runs.',
    'The signature names the program by the name and version that it states. It does not contain the command, so a signature, a project or the file of a learned metric can never start a program.',
  ],
  example: 'external(cmd="python3 scorer.py")',
  options,
  needs: (settings) => [needFor(settings)],
  settled(settings, resources) {
    const program = programOf(settings, resources);
    return program && settings.name === '' ? { ...settings, name: program.name } : settings;
  },
  create(settings, resources): MetricBody {
    const program = programOf(settings, resources);
    if (program) {
      const { name, range, uses, scorer } = program;
      return scoredBody({ name: settings.name || name, range, uses, scorer });
    }
    const refuse = (): never => {
      throw new UsageError(
        settings.command === ''
          ? noCommand
          : 'The program must be started first: call await loadMetric(external, …) from assay/engine.',
      );
    };
    const described = {
      name: settings.name || 'external',
      range: { worst: -Infinity, best: Infinity },
      uses: { references: true, source: false },
    };
    return {
      ...scoredBody({ ...described, scorer: undefined }),
      counter: (): Counter => refuse(),
      readAhead: () => Promise.resolve().then(refuse),
    };
  },
});
