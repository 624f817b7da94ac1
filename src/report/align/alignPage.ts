/** Formats alignments as one HTML file without scripts, which shows what each word matches and how, readable without colours. */
import { escaped } from '../page/escape.ts';
import { pageHead } from '../page/head.ts';
import { style } from '../page/style.ts';
import { type AlignReport, type AlignedPair, type Piece, moveSentences, piecesOf } from './alignReport.ts';

/** The line under a word shows the kind of match: solid for equal words, dashed for others, none without a match. */
const rules = `body{display:block}
.aligned{list-style:none;display:flex;flex-wrap:wrap;gap:.75rem .5rem;margin:1rem 0 0;padding:0}
.aligned li{display:grid;justify-items:start;align-content:start;padding:.3rem .55rem;border:1px solid var(--line);border-radius:4px;max-width:100%}
.aligned .word{border-bottom:.15rem dashed var(--axis)}
.aligned .exact .word{border-bottom-style:solid;border-bottom-color:var(--accent)}
.aligned .none{border-style:dashed;background:var(--raised)}
.aligned .none .word{border-bottom-color:transparent;font-weight:650}
.aligned .kind,.aligned .partner{font-size:.8125rem;color:var(--muted)}
.missing,.moves{margin:.9rem 0 0}
.missing bdi{font-weight:650}`;

export function alignPage(report: AlignReport, digits: number): string {
  const { metric, pairs, systems, input, version } = report;
  const title = `Alignments by ${metric.name}`;
  const of = systems.length === 1 ? systems[0]! : `${systems.length} systems`;
  const facts: readonly (readonly [string, string])[] = [
    ['Signature', metric.signature],
    ['Version', `Assay ${version}`],
    ...(input.sha256 === '' ? [] : [['SHA-256 of the input', input.sha256] as const]),
    ...input.notes.map((note) => ['Note', note] as const),
  ];
  return `<!doctype html>
<html lang="en">
${pageHead(title, [style(), rules])}
<body>
<header>
<h1>${escaped(title)}</h1>
<p class="lead">Which words of ${escaped(of)} match which words of the reference. Each box is a word or phrase of the system; below it are the kind of match, the matched words and their position in the reference. Boxes with a dashed border match nothing.</p>
</header>
<main>
${pairs.map((pair, p) => pairHtml(report, pair, p, digits)).join('\n')}
<section>
<h2>About these numbers</h2>
<dl>
${facts.map(([name, text]) => `<dt>${escaped(name)}</dt>\n<dd>${escaped(text)}</dd>`).join('\n')}
</dl>
</section>
</main>
</body>
</html>
`;
}

function pairHtml({ metric }: AlignReport, pair: AlignedPair, p: number, digits: number): string {
  const { pieces, unmatched } = piecesOf(pair);
  const reference = pair.reference > 1 ? `, reference ${pair.reference}` : '';
  const moves = moveSentences(pair);
  const missing = unmatched.map(({ word, place }) => `<bdi>${escaped(word)}</bdi>&nbsp;(${place})`);
  return `<section aria-labelledby="pair${p}">
<h2 id="pair${p}">Segment ${pair.segment}, <bdi>${escaped(pair.system)}</bdi>${reference}</h2>
<p>${escaped(metric.name)} ${pair.score.toFixed(digits)}</p>
${pieces.length === 0 ? '<p>The output is empty.</p>' : `<ol class="aligned">\n${pieces.map(pieceHtml).join('\n')}\n</ol>`}
${missing.length === 0 ? '' : `<p class="missing">Missing from the system: ${missing.join(', ')}.</p>\n`}${
    moves.length === 0 ? '' : `<p class="moves">Moves: ${escaped(moves.join('; '))}.</p>\n`
  }</section>`;
}

function pieceHtml({ words, kind, partner, place }: Piece): string {
  const word = `<span class="word"><bdi>${escaped(words)}</bdi></span>`;
  if (kind === undefined) return `<li class="none">${word}<span class="kind">no match</span></li>`;
  const shape = kind === 'exact' ? 'exact' : 'alike';
  return `<li class="${shape}">${word}<span class="kind">${escaped(kind)}</span><span class="partner"><bdi>${escaped(partner)}</bdi> ${escaped(place)}</span></li>`;
}
