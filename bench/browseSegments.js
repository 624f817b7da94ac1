/** Uses the segment browser of a page, and takes the time until what was asked for is on the screen. */

/**
 * Milliseconds by what was done, in the order it was done. `page` is one of Playwright's, with segments of madeUpSegments.
 * @param {import('playwright-core').Page} page
 * @returns {Promise<Record<string, number[]>>}
 */
export async function browseSegments(page) {
  return page.evaluate(async () => {
    const browser = document.querySelector('.browser');
    const field = (name) =>
      [...browser.querySelectorAll('.field')].find((each) => each.firstChild.textContent === name).lastChild;
    const times = {};
    const take = async (name, act) => {
      const started = performance.now();
      act();
      await new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)));
      (times[name] ??= []).push(performance.now() - started);
    };
    const choose = (name, value, event = 'change') => {
      const chosen = field(name);
      chosen.value = value;
      chosen.dispatchEvent(new Event(event, { bubbles: true }));
    };
    for (const text of ['e', 'et', 'eta', 'system', 'ta', 't', '']) {
      await take('search', () => choose('Search', text, 'input'));
    }
    for (const order of ['longest', 'shortest', 'number', 'a', 'smallest', 'difference']) {
      await take('order', () => choose('Order', order));
    }
    for (const system of ['3', '4', '5']) await take('system', () => choose('A', system));
    for (const metric of ['1', '2', '0']) await take('metric', () => choose('Metric', metric));
    for (const value of ['5', '50', '-1']) await take('filter', () => choose('document', value));
    for (const shown of ['all', 'pair', 'all']) await take('outputs', () => choose('Outputs', shown));
    for (let i = 0; i < 60; i++) {
      await take('next', () => browser.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true })));
    }
    return times;
  });
}
