/** Completion for fish, from 3.1 on. */
import type { CommandShape, FlagShape, Lists, Offer } from './commandShapes.ts';

export const fishScript = (
  shapes: readonly CommandShape[],
  lists: Lists,
): string => `# Completion of assay for fish, printed by \`assay completion fish\`.

function __assay_is
    set -l typed (commandline -opc)
    test (count $typed) -gt 1; and test "$typed[2]" = $argv[1]
end

# Whether the word is the n-th argument of a command without flags before it, or a later one.
function __assay_at
    test (count (commandline -opc)) $argv[1] (math $argv[2] + 2)
end

# Whether the word is a further value of one of these flags.
function __assay_within
    set -l typed (commandline -opc)
    string match -q -- '-*' $typed[-1]; and return 1
    for word in $typed[-1..1]
        if string match -q -- '-*' $word
            contains -- $word $argv
            return
        end
    end
    return 1
end

${Object.entries(lists)
  .map(([list, words]) => `function __assay_${list}\n    string split ' ' ${quoted(words.join(' '))}\nend\n`)
  .join('\n')}
complete -c assay -e
complete -c assay -n '__assay_at -eq -1' -f
complete -c assay -n '__assay_at -eq -1' -s h -l help -d 'show the help'
complete -c assay -n '__assay_at -eq -1' -s V -l version -d 'show the version'
${shapes.map(({ name, summary }) => `complete -c assay -n '__assay_at -eq -1' -a ${name} -d ${quoted(summary)}`).join('\n')}
${shapes.map(linesOf).join('\n')}
`;

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

function linesOf({ name, flags, arguments: places }: CommandShape): string {
  const lines = flags.flatMap((flag) => flagLines(name, flag));
  for (const [p, { mayRepeat, offer }] of places.entries()) {
    const where = `__assay_is ${name}; and __assay_at ${mayRepeat ? '-ge' : '-eq'} ${p}`;
    const words = offered(offer);
    // Where files are right, fish offers them by itself.
    if (words !== undefined)
      lines.push(`complete -c assay -n ${quoted(where)} ${hasFiles(offer) ? '' : '-f '}-a ${quoted(words)}`);
  }
  return lines.join('\n');
}

function flagLines(command: string, { flags, takes, help, offer }: FlagShape): string[] {
  const names = flags.map((flag) =>
    flag.startsWith('--') ? `-l ${flag.slice(2)}` : flag.length === 2 ? `-s ${flag.slice(1)}` : `-o ${flag.slice(1)}`,
  );
  const words = offered(offer);
  const value =
    takes === 'nothing' ? '' : ` ${hasFiles(offer) ? '-r' : '-x'}${words === undefined ? '' : ` -a ${quoted(words)}`}`;
  const lines = [`complete -c assay -n '__assay_is ${command}' ${names.join(' ')}${value} -d ${quoted(help)}`];
  if (takes === 'several' && words !== undefined) {
    lines.push(
      `complete -c assay -n '__assay_is ${command}; and __assay_within ${flags.join(' ')}' -a ${quoted(words)}`,
    );
  }
  return lines;
}

const hasFiles = (offer: Offer): boolean => offer.includes('@files');

/** The words as fish computes them; undefined if there are only files. */
function offered(offer: Offer): string | undefined {
  const words = offer.flatMap((each) => {
    if (each === '@files') return [];
    if (each === '@folders') return ['(__fish_complete_directories)'];
    return each.startsWith('@') ? [`(__assay_${each.slice(1)})`] : [each];
  });
  return words.length === 0 ? undefined : words.join(' ');
}
