/** Completion for zsh, by its own `_arguments`: to be sourced, or to be kept as `_assay` in a folder of $fpath. */
import type { ArgumentShape, CommandShape, FlagShape, Lists, Offer } from './commandShapes.ts';
import { type Case, cases } from './shellCases.ts';

export const zshScript = (shapes: readonly CommandShape[], lists: Lists): string => `#compdef assay
# Completion of assay for zsh, printed by \`assay completion zsh\`.

# Completes words, and files or the words of a list for their names.
_assay_offer() {
  local each
  local -a words
  for each in "$@"; do
    case $each in
      @files) _files ;;
      @folders) _files -/ ;;
${Object.entries(lists)
  .map(([list, words]) => `      @${list}) words+=(${words.join(' ')}) ;;`)
  .join('\n')}
      *) words+=($each) ;;
    esac
  done
  (( $#words )) && compadd -- $words
}

# Completes an argument, or a further value of a flag that takes several.
_assay_argument() {
  local i
  for ((i = CURRENT - 1; i > 1; i--)); do
    [[ $words[i] == -?* ]] || continue
    case "$words[1] $words[i]" in
${cases(severalCases(shapes))}
    esac
    break
  done
  _assay_offer "$@"
}

_assay() {
  local context state state_descr line curcontext=$curcontext
  typeset -A opt_args
  local -a commands
  commands=(
${shapes.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n')}
  )
  _arguments -C '(- *)'{-h,--help}'[show the help]' '(- *)'{-V,--version}'[show the version]' '1: :->command' '*:: :->rest'
  case $state in
    command) _describe command commands ;;
    rest)
      case $words[1] in
${shapes
  .map(
    ({ name, flags, arguments: places }) =>
      `        ${name}) _arguments ${[...flags.flatMap(flagSpecs), ...places.map(argumentSpec)].map((spec) => `\\\n          ${spec}`).join(' ')} ;;`,
  )
  .join('\n')}
      esac ;;
  esac
}

if [ "\${funcstack[1]}" = _assay ]; then _assay "$@"; else compdef _assay assay; fi
`;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A colon ends a part of a specification, a bracket the explanation. */
const plain = (text: string): string => text.replaceAll(/[\\:[\]]/g, '\\$&');

const action = (offer: Offer, by = '_assay_offer'): string => (offer.length === 0 ? ' ' : ` ${by} ${offer.join(' ')}`);

const severalCases = (shapes: readonly CommandShape[]): Case[] =>
  shapes.flatMap(({ name, flags }) =>
    flags
      .filter(({ takes }) => takes === 'several')
      .flatMap(({ flags: typed, offer }) =>
        typed.map((flag): Case => [`'${name} ${flag}'`, `_assay_offer ${offer.join(' ')}; return`]),
      ),
  );

function flagSpecs({ flags, takes, value, mayRepeat, help, offer }: FlagShape): string[] {
  const named = plain(value || 'value');
  const values = takes === 'nothing' ? '' : `:${named}:${action(offer)}`;
  const before = mayRepeat ? '*' : flags.length > 1 ? `(${flags.join(' ')})` : '';
  return flags.map((flag) => quoted(`${before}${flag}[${plain(help)}]${values}`));
}

const argumentSpec = ({ typed, mayRepeat, offer }: ArgumentShape, place: number): string =>
  quoted(`${mayRepeat ? '*' : place + 1}:${typed.replace(/[^a-z]/g, '')}:${action(offer, '_assay_argument')}`);
