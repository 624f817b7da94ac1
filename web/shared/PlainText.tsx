/** Text that an organiser wrote: blank lines separate paragraphs, lines that begin with a dash form a list. */

export function PlainText({ text }: { readonly text: string }) {
  return (
    <div class="prose">
      {text
        .split(/\r?\n\s*\n/)
        .filter((part) => part.trim() !== '')
        .flatMap((part, index) => blocksOf(part, index))}
    </div>
  );
}

function blocksOf(part: string, index: number) {
  const lines = part.split(/\r?\n/);
  const firstItem = lines.findIndex((line) => /^\s*[-•*]\s/.test(line));
  const text = (firstItem < 0 ? lines : lines.slice(0, firstItem)).join('\n').trim();
  const items: string[] = [];
  for (const line of firstItem < 0 ? [] : lines.slice(firstItem)) {
    const item = /^\s*[-•*]\s+(.*)$/.exec(line)?.[1];
    if (item === undefined) items[items.length - 1] += `\n${line.trim()}`;
    else items.push(item);
  }
  return [
    ...(text === '' ? [] : [<p key={`${index}p`}>{text}</p>]),
    ...(items.length === 0
      ? []
      : [
          <ul key={`${index}l`}>
            {items.map((item, i) => (
              <li key={i}>{item}</li>
            ))}
          </ul>,
        ]),
  ];
}
