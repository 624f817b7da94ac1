/** A chart as pages of results show it: the same figure, drawn in the browser. */
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { leastScale, viewBox } from '../../src/report/page/charts/drawing.ts';
import type { ChartFigure } from '../../src/report/page/page.ts';
import { variables } from '../../src/report/page/palette.ts';
import { ReportTable } from './ReportView.tsx';
import { ScrollingPart } from './ScrollingPart.tsx';

// The colours are those of pages. The policy of the server allows no style element, but sheets that a script makes.
const colours = new CSSStyleSheet();
colours.replaceSync(
  `.chart svg{${variables('light')}}@media (prefers-color-scheme:dark){.chart svg{${variables('dark')}}}`,
);
document.adoptedStyleSheets.push(colours);

export function ChartView({ figure }: { readonly figure: ChartFigure }): JSX.Element {
  const id = useId();
  const { caption, alternative, data, picture } = figure;
  return (
    <figure class="chart">
      <figcaption id={id}>{caption}</figcaption>
      <ScrollingPart label={caption}>
        <svg
          viewBox={viewBox(picture)}
          style={{ minWidth: `${leastScale * picture.width}px`, maxWidth: `${picture.width}px` }}
          role="img"
          aria-labelledby={id}
          aria-describedby={`${id}-words`}
          dangerouslySetInnerHTML={{ __html: picture.markup }}
        />
      </ScrollingPart>
      <p class="hint" id={`${id}-words`}>
        {alternative}
      </p>
      <details>
        <summary>
          Data<span class="unseen"> of: {caption}</span>
        </summary>
        <ReportTable table={{ ...data, caption: `Data: ${caption}` }} />
      </details>
    </figure>
  );
}
