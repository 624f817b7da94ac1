/** A page of one sentence, for who comes without a link, or with one that is not known. It says nothing of the campaign. */

const marks = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);

const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => marks.get(mark)!);

export function plainPage(title: string, text: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${escaped(title)}</title>
  </head>
  <body>
    <main>
      <h1>${escaped(title)}</h1>
      <p>${escaped(text)}</p>
    </main>
  </body>
</html>
`;
}

export const welcomePage: string = plainPage('Assay', 'To judge translations, use the link that was sent to you.');
export const missingPage: string = plainPage(
  'Not found',
  'There is nothing here. If you came by a link, ask who sent it for a new one.',
);
