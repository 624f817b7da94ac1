/** The script of documentation pages: search, buttons that copy, and keeping the site for reading offline. */
import { keepSite } from './keepSite.ts';
import { startSearch } from './startSearch.ts';

startSearch();
for (const block of document.querySelectorAll<HTMLElement>('.code')) addCopyButton(block);
letKeysScroll();
addEventListener('resize', letKeysScroll);
keepSite();

/** Copies the commands of a session, or else the whole block. */
function addCopyButton(block: HTMLElement): void {
  const typed = [...block.querySelectorAll('b')].map((line) => line.textContent);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  const copy = async (): Promise<void> => {
    const text = typed.length > 0 ? typed.join('\n') : block.querySelector('code')!.textContent;
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? 'Copied' : 'Not copied';
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  };
  button.addEventListener('click', () => void copy());
  block.append(button);
}

/** What is wider than its room gets the focus, so that arrow keys scroll it. */
function letKeysScroll(): void {
  for (const part of document.querySelectorAll<HTMLElement>('pre, .scroll')) {
    if (part.scrollWidth > part.clientWidth) part.tabIndex = 0;
    else part.removeAttribute('tabindex');
  }
}
