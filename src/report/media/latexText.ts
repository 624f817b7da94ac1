/** Text as LaTeX: what it would read as a command is escaped, and symbols become mathematics, so that pdflatex needs no font for them. */

/** Bars of a sparkline, from an eighth of a line's height to all of it. */
const bars = Object.fromEntries([...'▁▂▃▄▅▆▇█'].map((bar, i) => [bar, `\\rule{.5em}{${(i + 1) / 8}em}`]));

const escapes: Readonly<Record<string, string>> = {
  ...bars,
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  // In LaTeX's oldest font encoding, which is still the default, these three would print as ¡, ¿ and —.
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
};

const greek: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    αβγδεζηθικλμνξ: 'alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi',
    πρστυφχψω: 'pi rho sigma tau upsilon varphi chi psi omega',
    ΓΔΘΛΞΠΣΦΨΩ: 'Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega',
  }).flatMap(([letters, names]) => names.split(' ').map((name, i) => [letters[i]!, `\\${name}`])),
);

const symbols: Readonly<Record<string, string>> = {
  ...greek,
  '−': '-',
  '±': '\\pm',
  '×': '\\times',
  '·': '\\cdot',
  '≈': '\\approx',
  '≠': '\\neq',
  '≤': '\\leq',
  '≥': '\\geq',
  '∞': '\\infty',
  '√': '\\surd',
  '½': '\\frac{1}{2}',
  '²': '^2',
  '³': '^3',
  ...Object.fromEntries([...'₀₁₂₃₄₅₆₇₈₉'].map((digit, i) => [digit, `_${i}`])),
  '↑': '\\uparrow',
  '↓': '\\downarrow',
  '←': '\\leftarrow',
  '→': '\\rightarrow',
  '●': '\\bullet',
  '†': '\\dagger',
  '‡': '\\ddagger',
};

const special = new RegExp(
  [
    `(?<symbol>[${Object.keys(symbols).join('')}])(?:_(?<index>[A-Za-z0-9])(?![A-Za-z0-9]))?`, // τ_b
    '(?<minus>(?<![\\p{L}\\p{N}])-(?=\\.?\\d))', // -0.5
    `(?<pair>[-,'\`])(?=\\k<pair>)`, // -- would be a dash, '' a quotation mark
    `(?<mark>[${Object.keys(escapes).join('').replace(/[\\^]/g, '\\$&')}&%$#_{}])`,
  ].join('|'),
  'gu',
);

/** One line; a bracket or star at its start would be read as an argument of the command before it. */
export const latexText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(special, (...found) => {
      const { symbol, index, minus, pair, mark } = found.at(-1) as Record<string, string | undefined>;
      if (symbol !== undefined) return `$${symbols[symbol]}${index === undefined ? '' : `_${index}`}$`;
      if (minus !== undefined) return '$-$';
      if (pair !== undefined) return `${pair}{}`;
      return escapes[mark!] ?? `\\${mark}`;
    })
    .replace(/(?<!\\)\$\$/g, '') // neighbours are one formula: θ₁
    .replace(/^[[*]/, '{$&}');
