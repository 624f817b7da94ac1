/** `assay doctor`: checks everything optional at once, and says what it is for and how to get it. */
import { counted } from '../../core/index.ts';
import type { ExaminedPart } from '../../engine/resources/examineParts.ts';
import type { Report } from '../../report/index.ts';
import { defineCommand } from '../command.ts';

interface DoctorFacts {
  /** Whether some parts were asked for by name. */
  readonly isAsked: boolean;
  readonly parts: readonly ExaminedPart[];
}

const doctor = defineCommand({
  name: 'doctor',
  summary: 'Check dictionaries, models, programs and other optional parts, and say how to get what is missing.',
  examples: [
    ['assay doctor', 'everything at once'],
    ['assay doctor ja-mecab wordnet', 'only these; exit code 3 if one is missing'],
  ],
  exitCodes: { 3: 'a part that was asked for is missing or broken' },
  arguments: [{ typed: '[parts...]', suggests: ['parts'], help: 'names of parts (default: all)' }],
  options: {},

  async run(names): Promise<DoctorFacts> {
    const { examineParts } = await import('../../engine/resources/examineParts.ts');
    return { isAsked: names.length > 0, parts: await examineParts(names) };
  },

  outcome(facts) {
    const isWhole = facts.parts.every(({ state }) => state === 'works');
    return { exitCode: facts.isAsked && !isWhole ? 3 : 0, said: answerOf(facts) };
  },

  forms: {
    data: (facts: DoctorFacts) => ({ answer: answerOf(facts), parts: facts.parts }),
    tables: doctorTables,
  },
});

export default doctor;

function answerOf({ isAsked, parts }: DoctorFacts): string {
  const faults = parts.filter(({ state }) => state !== 'works');
  if (faults.length === 0) return isAsked ? 'Everything asked for works.' : 'Everything works.';
  if (isAsked) return `${faults.map(({ name, state }) => `${name} is ${state}`).join(', ')}.`;
  const needed = faults.filter(({ isNeeded }) => isNeeded);
  const broken = faults.filter(({ isNeeded, state }) => !isNeeded && state === 'broken').length;
  const missing = faults.filter(({ isNeeded, state }) => !isNeeded && state === 'missing').length;
  const rest = [
    ...(missing > 0 ? [`${counted(missing, 'optional part')} ${missing === 1 ? 'is' : 'are'} missing`] : []),
    ...(broken > 0 ? [`${broken} ${broken === 1 ? 'does' : 'do'} not work`] : []),
  ].join(', ');
  return needed.length > 0
    ? `Scoring needs attention: ${needed.map(({ name }) => name).join(', ')}.${rest === '' ? '' : ` Also, ${rest}.`}`
    : `Everything needed for scoring works; ${rest}.`;
}

function doctorTables(facts: DoctorFacts): Report {
  const left = (title: string) => ({ title, align: 'left' as const });
  return {
    title: 'Doctor',
    answer: [{ name: 'answer', text: answerOf(facts) }],
    tables: [
      {
        columns: [left('part'), left('state'), left('what for')],
        rows: facts.parts.map(({ name, state, purpose }) => [name, state, purpose]),
      },
    ],
    findings: facts.parts
      .filter(({ state }) => state !== 'works')
      .map(({ name, state, found, remedy }) => ({ name, text: state === 'broken' ? `${found} Or: ${remedy}.` : remedy })), // prettier-ignore
    notes: facts.parts.filter(({ state }) => state === 'works').map(({ name, found }) => ({ name, text: found })),
  };
}
