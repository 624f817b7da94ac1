/** Man pages, made from the declarations of commands and options: assay(1), and assay-COMMAND(1) for each command. */

/** Pages by file name. `version` and `date` are printed in the foot of each page. */
export function manPages({ shapes, version, date }) {
  const page = (name, summary, sections) =>
    [
      // Without hyphenation, and with a ragged right margin: words of a command line must stay whole.
      `.TH ${name.toUpperCase()} 1 "${date}" "Assay ${version}" "User Commands"`,
      '.nh',
      '.ad l',
      '.SH NAME',
      `${text(name)} \\- ${text(summary.replace(/\.$/, ''))}`,
      ...sections,
      '',
    ].join('\n');
  const own = shapes.filter(hasPage);
  return new Map([
    ['assay.1', page('assay', 'the workbench for evaluating machine translation', mainSections(own))],
    ...own.map((shape) => [
      `assay-${shape.name}.1`,
      page(`assay-${shape.name}`, sentence(shape.summary), commandSections(shape)),
    ]),
  ]);
}

const hasPage = ({ name }) => name !== 'help';

/** The names of all pages. */
export const manFiles = (shapes) => ['assay.1', ...shapes.filter(hasPage).map(({ name }) => `assay-${name}.1`)];

/** Lower case at the start of a line of NAME. */
const sentence = (summary) => (/^[A-Z][a-z]/.test(summary) ? summary[0].toLowerCase() + summary.slice(1) : summary);

function mainSections(shapes) {
  return [
    '.SH SYNOPSIS',
    '.B assay',
    '.I command',
    '.RI [ options ]',
    '.RI [ files ...]',
    '.SH DESCRIPTION',
    text(
      'Assay scores and compares systems, collects and analyses human judgments, tests metrics against people, and tunes and selects the output of decoders.',
    ),
    'Each command has a page of its own, such as',
    '.BR assay-score (1),',
    'and',
    '.B assay',
    '.I command',
    '.B \\-\\-help',
    'prints its options.',
    '.SH COMMANDS',
    ...shapes.flatMap(({ name, summary }) => ['.TP', `.BR assay\\-${text(name)} (1)`, text(summary)]),
    '.SH ENVIRONMENT',
    ...definitions({
      ASSAY_CACHE: 'folder of scores that are kept between runs; off keeps none',
      ASSAY_CONFIG: 'the configuration file to use instead of the nearest assay.config.json; off uses none',
      NO_COLOR: 'print without bold and dim text',
    }),
    '.SH FILES',
    ...definitions({ 'assay.config.json': 'defaults of a project, in its folder or one above the working directory' }),
    ...exits({}),
    ...completions,
  ];
}

const completions = ['.SH SEE ALSO', '.BR assay-score (1),', '.BR assay-compare (1),', '.BR assay-completion (1)'];

function commandSections({ name, summary, arguments: places, flags, examples, exitCodes }) {
  return [
    '.SH SYNOPSIS',
    `.B assay ${text(name)}`,
    ...(flags.length > 0 ? ['.RI [ options ]'] : []),
    ...places.map(({ typed }) => `.I ${text(typed)}`),
    '.SH DESCRIPTION',
    text(summary),
    ...(places.length > 0 ? ['.SH ARGUMENTS'] : []),
    ...places.flatMap(({ typed, help, choices }) => [
      '.TP',
      `.I ${text(typed.replace(/[<>[\].]/g, ''))}`,
      ...(choices ? ['one of these:', '.RS', ...definitions(choices), '.RE'] : [text(help)]),
    ]),
    ...(flags.length > 0 ? ['.SH OPTIONS'] : []),
    ...flags.flatMap(flagLines),
    ...exits(exitCodes),
    '.SH EXAMPLES',
    ...examples.flatMap(([typed, does], e) => [
      ...(e > 0 ? ['.PP'] : []),
      text(`${does[0].toUpperCase()}${does.slice(1)}:`),
      '.PP',
      '.RS 4',
      '.EX',
      text(typed),
      '.EE',
      '.RE',
    ]),
    '.SH SEE ALSO',
    '.BR assay (1)',
  ];
}

function flagLines({ flags, takes, value, help, default: usual, offer }) {
  const shown = { nothing: '', one: ` \\fI${text(value)}\\fR`, several: ` \\fI${text(value)}\\fR ...` }[takes];
  const words = offer.filter((each) => !each.startsWith('@'));
  const more = [
    ...(words.length > 0 && !value.includes('|') ? [`one of ${words.join(', ')}`] : []),
    ...(usual === undefined ? [] : [`default: ${usual}`]),
  ];
  return [
    '.TP',
    `${flags.map((flag) => `\\fB${text(flag)}\\fR`).join(', ')}${shown}`,
    text(`${help}${more.length > 0 ? ` (${more.join('; ')})` : ''}`),
  ];
}

const exits = (own) => [
  '.SH EXIT STATUS',
  ...definitions({ 0: 'success', 1: 'a bug in Assay', 2: 'wrong usage or input', ...own }),
];

const definitions = (all) => Object.entries(all).flatMap(([name, says]) => ['.TP', `.B ${text(name)}`, text(says)]);

const symbols = {
  '−': '-',
  '…': '...',
  '’': '\\(cq',
  '≤': '\\(<=',
  '≥': '\\(>=',
  '×': '\\(mu',
  '–': '\\(en',
  '“': '\\(lq',
  '”': '\\(rq',
};

/** Text for roff: no line starts a request, and nothing is read as an escape. Hyphens stay those that people can copy. */
function text(plain) {
  const escaped = plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/[−…’≤≥×–“”]/g, (symbol) => symbols[symbol])
    .replaceAll('|', '|\\:') // a line may end there
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti');
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}
