/** The table of README.md that says what Assay replaces, with ratios from the table that the bench writes into docs/understand/speed.md. */

/** What is replaced, by what, and the rows of the page on speed that say how much faster it is: what the ratio is of, its row and the other program. */
const replaced = [
  ['sacreBLEU', '`sacrebleu`, `score`', [
    ['BLEU', 'BLEU, command, 151,500 lines', 'sacreBLEU'],
    ['chrF', 'chrF2, command, 151,500 lines', 'sacreBLEU'],
    ['BLEU of 10,000 lines', 'BLEU, command, 10,000 lines', 'sacreBLEU'],
  ]],
  ['paired significance tests, scripts that compare outputs', '`compare`', [
    ['bootstrap', 'paired bootstrap, 2 systems, first call', 'sacreBLEU'],
    ['15 systems', 'paired bootstrap, 15 systems, first call', 'sacreBLEU'],
  ]],
  ['original programs of METEOR, TERp, NIST, TER and others', '`score -m meteor`, …', [
    ['TER', 'TER, command, sample of tercom', 'tercom (Java)'],
  ]],
  ['an annotation server', '`judge`', []],
  ['ranking and agreement scripts of WMT', '`rank`, `agree`', []],
  ['scripts that correlate metrics with human scores', '`meta`, `task`', []],
  ['tuning and MBR tools of a decoder', '`tune`, `mbr`', [
    ['MBR by chrF', 'minimum Bayes risk by chrF2, 500 candidates', 'fastchrf'],
  ]],
]; // prettier-ignore

/** Returns the README with the table made again. */
export function withReplacedTable(readme, speedPage) {
  const ratios = new Map(
    speedPage
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .filter((cells) => cells.length > 6)
      .map(([, work, peer, , , ratio]) => [`${work} | ${peer}`, ratio]),
  );
  const faster = ([of, work, peer]) => {
    const ratio = ratios.get(`${work} | ${peer}`);
    if (ratio === undefined) throw new Error(`docs/understand/speed.md has no row "${work} | ${peer}"`);
    return `${ratio.replace(' ', '\u00a0')} (${of})`;
  };
  const rows = replaced.map(([instead, use, speeds]) =>
    ['', instead, use, speeds.map(faster).join(', ') || '–', ''].join(' | ').trim(),
  );
  const table = ['', '| Instead of | use `assay` | Faster |', '|---|---|---|', ...rows, '', ''].join('\n');
  const made = readme.replace(
    /(<!-- what it replaces.*-->\n)[\s\S]*?(<!-- end of table -->)/,
    (_, start, end) => start + table + end,
  );
  if (!made.includes(table)) throw new Error('README.md has lost the marks around the table of what Assay replaces');
  return made;
}
