/** Answers to browse: filtered by judge, system and task, by disagreement or time, down to the screen that the judge saw. */
import { useEffect, useState } from 'preact/hooks';
import type { Answer, TaskKind } from '../../src/human/index.ts';
import { textAnswers } from '../../src/human/campaign/designOf.ts';
import type { ListedAnswer, ListedAnswers, LiveCampaign, SeenAnswer } from '../../src/server/wire.ts';
import { emptyForm, formOfAnswer } from '../shared/fields/forms.ts';
import { KindFields } from '../shared/fields/kinds/KindFields.tsx';
import { letter } from '../shared/fields/words.ts';
import { ask as askServer } from '../shared/api.ts';
import { Dialog } from '../shared/Dialog.tsx';
import { ScrollingPart } from '../shared/ScrollingPart.tsx';
import { LiveSection } from './parts.tsx';
import { momentText, percentText, secondsText, taskNames } from './words.ts';

const orders = {
  latest: 'latest first',
  disagreement: 'most disagreement first',
  fastest: 'fastest first',
  slowest: 'slowest first',
} as const;

interface Wanted {
  readonly judge: string;
  readonly system: string;
  readonly kind: TaskKind | '';
  readonly order: keyof typeof orders;
  readonly from: number;
}

export function AnswersSection({ live }: { readonly live: LiveCampaign }) {
  const [wanted, setWanted] = useState<Wanted>({ judge: '', system: '', kind: '', order: 'latest', from: 0 });
  const [listed, setListed] = useState<ListedAnswers>();
  const [problem, setProblem] = useState<string>();
  const [seen, setSeen] = useState<string>();
  const path = `/api/organiser/answers?${new URLSearchParams(
    Object.entries(wanted).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
  ).toString()}`;
  useEffect(() => {
    let isLeft = false;
    askServer<ListedAnswers>(path).then(
      (reply) => {
        if (isLeft) return;
        setListed(reply);
        setProblem(undefined);
      },
      (error: Error) => !isLeft && setProblem(error.message),
    );
    return () => void (isLeft = true);
  }, [path, live.seq]);
  const choose = (changed: Partial<Wanted>): void => setWanted({ ...wanted, from: 0, ...changed });
  const size = listed?.answers.length ?? 0;
  return (
    <LiveSection id="answers" heading="Answers">
      <div class="filters">
        <Filter
          id="by-judge"
          label="Judge"
          value={wanted.judge}
          choices={[['', 'all'], ...live.judges.map(({ judge }): [string, string] => [judge, judge])]}
          choose={(judge) => choose({ judge })}
        />
        <Filter
          id="by-system"
          label="System"
          value={wanted.system}
          choices={[['', 'all'], ...(listed?.systems ?? []).map((name): [string, string] => [name, name])]}
          choose={(system) => choose({ system })}
        />
        {live.kinds.length > 1 && (
          <Filter
            id="by-task"
            label="Task"
            value={wanted.kind}
            choices={[['', 'all'], ...live.kinds.map(({ kind }): [string, string] => [kind, taskNames[kind]])]}
            choose={(kind) => choose({ kind: kind as TaskKind | '' })}
          />
        )}
        <Filter
          id="by-order"
          label="Order"
          value={wanted.order}
          choices={Object.entries(orders)}
          choose={(order) => choose({ order: order as Wanted['order'] })}
        />
      </div>
      <p class="missing" role="alert">
        {problem}
      </p>
      {listed && size === 0 && (
        <p class="hint">
          {wanted.order === 'disagreement' ? 'No item was judged by two judges yet.' : 'No answers match.'}
        </p>
      )}
      {listed && size > 0 && (
        <>
          <p class="hint" role="status">
            {wanted.from + 1} to {wanted.from + size} of {listed.total}. Press a segment to see the judge’s screen.
          </p>
          <ScrollingPart label="Table of answers">
            <AnswersTable answers={listed.answers} see={setSeen} />
          </ScrollingPart>
          <div class="actions">
            <button
              type="button"
              class="secondary"
              disabled={wanted.from === 0}
              onClick={() => choose({ from: Math.max(0, wanted.from - 50) })}
            >
              Previous
            </button>
            <button
              type="button"
              class="secondary"
              disabled={wanted.from + size >= listed.total}
              onClick={() => choose({ from: wanted.from + size })}
            >
              Next
            </button>
          </div>
        </>
      )}
      {seen !== undefined && <AnswerDialog key={seen} id={seen} see={setSeen} />}
    </LiveSection>
  );
}

interface FilterProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, words: string])[];
  readonly choose: (value: string) => void;
}

function Filter({ id, label, value, choices, choose }: FilterProps) {
  return (
    <div class="inline">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {choices.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

interface AnswersTableProps {
  readonly answers: readonly ListedAnswer[];
  readonly see: (assignment: string) => void;
}

function AnswersTable({ answers, see }: AnswersTableProps) {
  return (
    <table class="answers">
      <thead>
        <tr>
          {['segment', 'judge', 'task', 'systems', 'answer'].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
          {['time', 'disagreement'].map((title) => (
            <th key={title} scope="col" class="right">
              {title}
            </th>
          ))}
          <th scope="col">given</th>
        </tr>
      </thead>
      <tbody>
        {answers.map((each) => (
          <tr key={each.assignment}>
            <th scope="row">
              <button type="button" class="quiet" onClick={() => see(each.assignment)}>
                <bdi>{each.segment ?? 'tutorial'}</bdi>
                <span class="unseen">, answer of {each.judge}</span>
              </button>
            </th>
            <td>
              <bdi>{each.judge}</bdi>
            </td>
            <td>
              {taskNames[each.kind]}
              {each.part === 'own' || each.part === 'pool' ? '' : ` (${each.part})`}
            </td>
            <td>
              <bdi>{systemsText(each)}</bdi>
            </td>
            <td>
              {answerText(each.answer)}
              {each.comment !== undefined && (
                <p class="hint">
                  “<bdi class="foreign">{each.comment}</bdi>”
                </p>
              )}
            </td>
            <td class="right">{secondsText(each.seconds)}</td>
            <td class="right">
              {each.disagreement === undefined ? '–' : percentText(Math.round(100 * each.disagreement), 100)}
            </td>
            <td>{momentText(each.at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The systems in the order shown. */
const systemsText = ({ texts }: ListedAnswer): string =>
  texts.map(({ systems, damaged }) => (damaged ? `${systems.join(' = ')} (damaged)` : systems.join(' = '))).join(', ');

/** An answer in a few words. */
function answerText(answer: Answer): string {
  switch (answer.kind) {
    case 'none':
      return 'cannot judge';
    case 'rank':
    case 'pairwise':
      return answer.ranks.map((rank, i) => `${letter(i)} ${rank}`).join(', ');
    case 'assess':
    case 'mark': {
      const parts = textAnswers(answer).map(({ errors, scores }, i, all) => {
        const counts = new Map<string, number>();
        for (const { severity } of errors ?? []) counts.set(severity, (counts.get(severity) ?? 0) + 1);
        const marks = [...counts].map(([severity, count]) => `${count} ${severity}`).join(', ');
        const words = [scores?.join(' / ') ?? '', errors ? marks || 'no errors' : ''].filter((one) => one !== '');
        return `${all.length > 1 ? `${letter(i)} ` : ''}${words.join(', ')}`;
      });
      return parts.join('; ');
    }
    case 'edit':
      return answer.outcome === 'edited' ? answer.text : answer.outcome;
    case 'accept':
      return answer.acceptable ? 'acceptable' : 'not acceptable';
  }
}

/** The screen that the judge saw, with the answer, the names of the systems, and what others answered. */
function AnswerDialog({ id, see }: { readonly id: string; readonly see: (assignment: string | undefined) => void }) {
  const [answer, setAnswer] = useState<SeenAnswer>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    askServer<SeenAnswer>(`/api/organiser/answers/${encodeURIComponent(id)}`).then(setAnswer, (error: Error) =>
      setProblem(error.message),
    );
  }, []);
  return (
    <Dialog title="The judge’s screen" close={() => see(undefined)} wide>
      <p class="missing" role="alert">
        {problem}
      </p>
      {answer && (
        <>
          <p>
            <bdi>{answer.judge}</bdi>, {taskNames[answer.kind].toLowerCase()}, segment{' '}
            <bdi>{answer.segment ?? 'of the tutorial'}</bdi>: {answerText(answer.answer)}. {secondsText(answer.seconds)}
            , {momentText(answer.at)}
            {answer.corrections > 0 && `, corrected; first answer: ${answerText(answer.first)}`}.
          </p>
          <dl class="findings">
            {answer.texts.map((text, i) => (
              <div key={i}>
                <dt>Translation {letter(i)}</dt>
                <dd>
                  <bdi>{systemsText({ ...answer, texts: [text] })}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          {answer.comment !== undefined && (
            <p>
              Comment: “<bdi class="foreign">{answer.comment}</bdi>”
            </p>
          )}
          {/* Nothing can be changed here. */}
          <div class="seen" inert>
            <KindFields
              assignment={answer.shown}
              form={answer.answer.kind === 'none' ? emptyForm(answer.shown) : formOfAnswer(answer.answer, answer.shown)}
              change={() => undefined}
              shortcuts={false}
              say={() => undefined}
              point={undefined}
              selectBy={{ value: 'word', set: () => undefined }}
            />
          </div>
          {answer.others.length > 0 && (
            <>
              <h3>Other answers about this segment</h3>
              <ScrollingPart label="Other answers">
                <AnswersTable answers={answer.others} see={see} />
              </ScrollingPart>
            </>
          )}
        </>
      )}
      <div class="actions">
        <button type="button" class="secondary" onClick={() => see(undefined)}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
