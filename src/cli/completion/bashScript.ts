/** Completion for bash, from 3.2 on, which macOS has. It needs no other package. */
import { groupBy } from '../../core/index.ts';
import type { CommandShape, FlagShape, Lists, Offer } from './commandShapes.ts';
import { type Case, cases } from './shellCases.ts';

export function bashScript(shapes: readonly CommandShape[], lists: Lists): string {
  const flagsOf = shapes.map(({ name, flags }): Case => [
    name,
    `offer='${flags.flatMap((flag) => flag.flags).join(' ')}'`,
  ]);
  return `# Completion of assay for bash, printed by \`assay completion bash\`.

_assay_flags() {
  case $1 in
${cases(flagsOf)}
  esac
}

_assay_value() {
  case "$1 $2" in
${cases(valueCases(shapes))}
  esac
}

_assay_argument() {
  case "$1 $2" in
${argumentCases(shapes)}
  esac
}

# Completes $1 with all words that follow, and files or the words of a list for their names.
_assay_offer() {
  local current=$1 each files='' words=''
  shift
  for each in "$@"; do
    case $each in
      @files) files=f ;;
      @folders) files=d ;;
${Object.entries(lists)
  .map(([list, words]) => `      @${list}) words="$words ${words.join(' ')}" ;;`)
  .join('\n')}
      *) words="$words $each" ;;
    esac
  done
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  # Without a word that fits, bash completes files by itself.
  [ "$files" = f ] && [ \${#COMPREPLY[@]} -eq 0 ] && return
  if [ -n "$files" ]; then
    while IFS= read -r each; do COMPREPLY+=("$each"); done < <(compgen -"$files" -- "$current")
    compopt -o filenames 2> /dev/null
  else
    compopt +o default +o bashdefault 2> /dev/null
  fi
}

_assay() {
  local current=\${COMP_WORDS[COMP_CWORD]} command=\${COMP_WORDS[1]} takes=nothing offer='' position=0 ended='' word i
  COMPREPLY=()
  [ "$current" = = ] && current=''
  if [ "$COMP_CWORD" -le 1 ]; then
    _assay_offer "$current" @commands --help --version
    return
  fi
  for ((i = 2; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    [ "$word" = = ] && continue
    if [ -z "$ended" ]; then
      case $word in
        --) ended=yes takes=nothing; continue ;;
        -?*) takes=nothing; _assay_value "$command" "$word"; continue ;;
      esac
      case $takes in
        one) takes=nothing; continue ;;
        several) continue ;;
      esac
    fi
    position=$((position + 1))
  done
  if [ -z "$ended" ] && [ "$takes" != one ] && [ "\${current#-}" != "$current" ]; then
    _assay_flags "$command"
  elif [ "$takes" = nothing ]; then
    offer=''
    _assay_argument "$command" "$position"
  fi
  _assay_offer "$current" $offer
}

complete -o bashdefault -o default -F _assay assay
`;
}

/** What follows each flag: for all commands together where they agree. */
function valueCases(shapes: readonly CommandShape[]): Case[] {
  const all = shapes.flatMap(({ name, flags }) =>
    flags.flatMap((flag) => flag.flags.map((typed) => ({ name, typed, does: doing(flag) }))),
  );
  return [...groupBy(all, ({ typed }) => typed)].flatMap(([typed, each]): Case[] => {
    if (each.every(({ does }) => does === each[0]!.does)) return [[`*' ${typed}'`, each[0]!.does]];
    return each.map(({ name, does }): Case => [`'${name} ${typed}'`, does]);
  });
}

const doing = ({ takes, offer }: FlagShape): string => `takes=${takes} ${assignment(offer)}`;

const assignment = (offer: Offer): string => `offer='${offer.join(' ')}'`;

/** Places with a number come before those that repeat, since the first case that fits counts. */
function argumentCases(shapes: readonly CommandShape[]): string {
  const places = shapes.flatMap((shape) => shape.arguments.map((place, p) => ({ command: shape.name, p, ...place })));
  const single = places.filter(({ mayRepeat }) => !mayRepeat);
  const repeated = places.filter(({ mayRepeat }) => mayRepeat);
  return [
    cases(single.map(({ command, p, offer }): Case => [`'${command} ${p}'`, assignment(offer)])),
    cases(repeated.map(({ command, offer }): Case => [`'${command} '*`, assignment(offer)])),
  ].join('\n');
}
