/** The live examples of documentation pages: they compute with the library, in the page. `<!-- live: score -->` in Markdown asks for one. */
import { type ComponentType, render } from 'preact';
import { DecomposabilityExample } from './live/DecomposabilityExample.tsx';
import { ScoreExample } from './live/ScoreExample.tsx';

const examples: Readonly<Record<string, ComponentType>> = {
  score: ScoreExample,
  decomposability: DecomposabilityExample,
};

for (const place of document.querySelectorAll<HTMLElement>('.live')) {
  const Example = examples[place.dataset['live']!];
  if (Example) render(<Example />, place);
}
