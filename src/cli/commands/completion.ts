/** `assay completion`: scripts that complete commands, options, metrics and files in a shell. */
import { metrics } from '../../metrics/index.ts';
import { type AnyCommand, Plain, defineCommand } from '../command.ts';

const shells = {
  bash: 'add to ~/.bashrc: source <(assay completion bash)',
  zsh: 'add to ~/.zshrc, after compinit: source <(assay completion zsh)',
  fish: 'assay completion fish > ~/.config/fish/completions/assay.fish',
};

/** `commands` are all commands, this one included. */
export const completion = (commands: () => readonly AnyCommand[]) =>
  defineCommand({
    name: 'completion',
    summary: 'Print a script that completes commands, options, metrics and files in bash, zsh or fish.',
    examples: [
      ['source <(assay completion bash)', 'in ~/.bashrc'],
      ['source <(assay completion zsh)', 'in ~/.zshrc, after compinit'],
      ['assay completion fish > ~/.config/fish/completions/assay.fish', 'once, and after each update'],
    ],
    arguments: [{ typed: '<shell>', choices: shells, help: Object.keys(shells).join(', ') }],
    options: {},

    async run([shell]): Promise<Plain> {
      const [{ commandShapes }, { allSets }, { partNames }, scripts] = await Promise.all([
        import('../completion/commandShapes.ts'),
        import('../../data/testSets/openSet.ts'),
        import('../../engine/resources/examineParts.ts'),
        import('../completion/scripts.ts'),
      ]);
      const shapes = commandShapes(commands());
      const lists = {
        commands: shapes.map(({ name }) => name),
        metrics: metrics.map(({ id }) => id),
        parts: partNames(),
        testsets: (await allSets()).map(({ name }) => name),
      };
      return new Plain(scripts[shell as keyof typeof shells](shapes, lists));
    },
  });
