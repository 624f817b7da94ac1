/** The command that gives the same numbers as Studio shows. */
import { statisticalDefaults } from '../../src/stats/defaults.ts';
import { isDivision } from './desk/divisions.ts';
import type { LoadedFacts, Settings, TextsRequest } from './desk/messages.ts';
import { usualSettings } from './studioStore.ts';

interface Compared {
  readonly request: TextsRequest;
  readonly settings: Settings;
  readonly loaded: Pick<LoadedFacts, 'systems' | 'labels'>;
  readonly scoreFiles: readonly string[];
  /** Which is better, where someone had to say it. */
  readonly directions?: Pick<Settings, 'lowerIsBetter' | 'higherIsBetter'>;
}

/** Only options that differ from the defaults. `assay score` for one system, else `assay compare`. */
export function commandLine(compared: Compared): string {
  const { request, settings, loaded } = compared;
  const isScore = loaded.systems.length === 1;
  const hasUsualMetrics = String(settings.metrics) === String(usualSettings.metrics);
  const words = [
    ...request.references.flatMap((path) => ['-r', fileWord(path)]),
    ...(request.sources === undefined ? [] : ['-s', fileWord(request.sources)]),
    ...(request.labels === undefined ? [] : ['-l', fileWord(request.labels)]),
    ...(request.names ?? []).flatMap((name) => ['-n', name]),
    ...request.files.map(fileWord),
    ...(request.columns ? ['--columns', columnsWord(request.columns)] : []),
    ...(hasUsualMetrics ? [] : ['-m', ...settings.metrics]),
    ...(compared.scoreFiles.length > 0 ? ['--scores', ...compared.scoreFiles.map(fileWord)] : []),
    ...optionWords('--lower-is-better', compared.directions?.lowerIsBetter),
    ...optionWords('--higher-is-better', compared.directions?.higherIsBetter),
    ...(isScore ? scoreOptions(compared) : compareOptions(compared)),
  ];
  return ['assay', isScore ? 'score' : 'compare', ...words.map(quoted)].join(' ');
}

const optionWords = (flag: string, names: readonly string[] = []): string[] =>
  names.length > 0 ? [flag, ...names] : [];

function compareOptions({ settings }: Compared): string[] {
  const named = ['baseline', 'test', 'correct', 'unit', 'interval', 'samples', 'seed', 'level', 'alpha'] as const;
  return [
    ...primaryOption(settings),
    ...named.flatMap((name) => {
      const value = settings[name];
      return value === undefined || value === usualSettings[name] ? [] : [`--${name}`, String(value)];
    }),
    '--why',
  ];
}

function scoreOptions({ settings, loaded }: Compared): string[] {
  const usual = { ...statisticalDefaults, level: 100 * statisticalDefaults.level };
  return [
    ...primaryOption(settings),
    ...loaded.labels.filter(({ values }) => isDivision(values)).flatMap(({ name }) => ['--by', name]),
    '--confidence',
    ...(['samples', 'seed', 'level'] as const).flatMap((name) =>
      settings[name] === usual[name] ? [] : [`--${name}`, String(settings[name])],
    ),
  ];
}

const primaryOption = ({ primary, metrics }: Settings): string[] =>
  primary !== undefined && metrics.indexOf(primary) > 0 ? ['--primary', primary] : [];

const columnsWord = (columns: NonNullable<TextsRequest['columns']>): string =>
  Object.entries(columns)
    .flatMap(([role, names]) => names.map((name) => `${role}=${name}`))
    .join(',');

/** A file whose name looks like an option. */
const fileWord = (path: string): string => (path.startsWith('-') ? `./${path}` : path);

/** As a POSIX shell reads it. */
export const quoted = (word: string): string =>
  /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
