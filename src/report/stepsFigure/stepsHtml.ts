/** The steps of a metric in a page: its texts as tokens, a table with the systems side by side, and what its script reads. */
import { scriptJson } from '../comparePage/segmentBrowser.ts';
import { escaped } from '../page/escape.ts';
import { type ReadText, type StepRow, type StepsData, kindClasses, kindWord, kindsOf, packSteps } from './packSteps.ts';

export function stepsHtml(id: string, labelledBy: string, data: StepsData): string {
  const { systems, rows, texts } = data;
  const heads = systems.map((system) => `<th scope="col"><bdi>${escaped(system)}</bdi></th>`);
  return `<div class="read">
${textsHtml(id, texts)}${legendHtml(rows)}<p class="status" role="status"></p>
</div>
<div class="scroll" role="region" tabindex="0" aria-labelledby="${labelledBy}">
<table class="in-order" aria-labelledby="${labelledBy}">
<thead><tr><th scope="col">step</th>${heads.join('')}</tr></thead>
<tbody>
${rows.map(rowHtml).join('\n')}
</tbody>
</table>
</div>
<script type="application/json" id="${id}_steps">${scriptJson(packSteps(data))}</script>`;
}

const textsHtml = (id: string, texts: readonly ReadText[]): string =>
  texts.length === 0
    ? ''
    : `<div class="texts">\n${texts
        .map(({ name, isOutput, tokens, isSpaced }, t) => {
          const words = tokens.map((token) => `<i>${escaped(token)}</i>`).join(isSpaced ? ' ' : '');
          return `<p class="name" id="${id}_text${t}"><bdi>${escaped(name)}</bdi></p>
<p class="tokens${isOutput ? ' output' : ''}${isSpaced ? '' : ' joined'}" dir="auto" aria-labelledby="${id}_text${t}">${words}</p>`;
        })
        .join('\n')}\n</div>\n`;

function legendHtml(rows: readonly StepRow[]): string {
  const kinds = kindsOf(rows);
  if (kinds.length === 0) return '';
  const classes = kindClasses(kinds);
  const entries = kinds.map((kind, k) => `<li><u class="${classes[k]!}">${escaped(kindWord(kind))}</u></li>`);
  return `<ul class="kinds" aria-label="Marks">${entries.join('')}</ul>\n`;
}

const rowHtml = ({ symbol, name, how, cells }: StepRow): string =>
  `<tr><th scope="row"><b>${escaped(symbol)}</b>${name === symbol ? '' : ` ${escaped(name)}`}${smallHtml(how)}</th>${cells
    .map((cell) => (cell ? `<td>${escaped(cell.value)}${smallHtml(cell.how)}</td>` : '<td>–</td>'))
    .join('')}</tr>`;

/** Formulas may break after their brackets. */
const smallHtml = (how: readonly string[]): string =>
  how.map((text) => `<small>${escaped(text).replaceAll('((', '((<wbr>')}</small>`).join('');
