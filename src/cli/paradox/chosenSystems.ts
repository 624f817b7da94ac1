/** The systems that a paradox is about, out of all that the files hold. */
import { UsageError, counted, suggest } from '../../core/index.ts';
import { type Task, withBatches } from '../../data/index.ts';

/** `typed` are names with commas between; without them the files must hold as many systems as are `wanted`. */
export function chosenSystems(task: Task, typed: string | undefined, wanted: number, command: string): Task {
  const { systems } = task;
  if (typed === undefined) {
    if (systems.length === wanted) return task;
    const meant = wanted === 1 ? 'the one' : 'those';
    const hint = systems.length > wanted ? ` Name ${meant} you mean, as in ${example(systems.slice(0, wanted))}.` : '';
    throw new UsageError(
      `${command} takes the outputs of ${counted(wanted, 'system')}, not of ${systems.length}: ${systems.join(', ')}.${hint}`,
    );
  }
  const names = typed.split(',').map((name) => name.trim());
  const places = names.map((name) => {
    const place = systems.indexOf(name);
    if (place >= 0) return place;
    throw new UsageError(`--systems: there is no system ${name === '' ? '""' : name}. ${suggest(name, systems)}`);
  });
  const twice = names.find((name, n) => names.indexOf(name) < n);
  if (twice !== undefined) throw new UsageError(`--systems names ${twice} twice.`);
  if (places.length !== wanted) {
    throw new UsageError(
      `${command} takes the outputs of ${counted(wanted, 'system')}, but --systems names ${places.length}: ${names.join(', ')}.`,
    );
  }
  const choose = <Of>(all: readonly Of[]): Of[] => places.map((place) => all[place]!);
  return withBatches(task, (batch) => ({ ...batch, hypotheses: choose(batch.hypotheses) }), choose(systems));
}

/** As it can be typed in a shell. */
function example(names: readonly string[]): string {
  const list = names.join(',');
  return `--systems ${/^[\w.,-]+$/.test(list) ? list : `'${list.replaceAll("'", String.raw`'\''`)}'`}`;
}
