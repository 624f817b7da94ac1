import { FakeJudgeServer } from '../test/web/fakeJudgeServer.ts';
import { launchChromium } from '../test/launchChromium.ts';
const server = new FakeJudgeServer();
await server.start();
const browser = await launchChromium();
const kinds = process.argv.slice(2);
const sizes = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } };
for (const [name, viewport] of Object.entries(sizes)) {
  const context = await browser.newContext({ viewport, hasTouch: name === 'phone', isMobile: name==='phone', colorScheme: name === 'dark' ? 'dark' : 'light' });
  const page = await context.newPage();
  page.on('pageerror', (e) => console.log('ERR', String(e)));
  page.on('console', (m) => console.log('LOG', m.text()));
  for (const kind of kinds) {
    for (let i = 0; i < 1; i++) server.stored.set(`${kind}${i}`, { key: `${kind}${i}`, assignment: `${kind}${i}`, answer: { kind: 'none' }, seconds: 1, instructions: '' });
    await page.goto('about:blank');
    await page.goto(`${server.address}/judge#/${kind === 'home' ? '' : `${kind}/${kind}1`}`);
    await page.locator(kind === 'home' ? '.tasks' : 'form').waitFor();
    if (kind === 'mark') {
      const words = page.locator('.judged .unit');
      if (name === 'phone') { await words.nth(2).tap(); await words.nth(4).tap(); }
      else { await words.nth(2).hover(); await page.mouse.down(); await words.nth(4).hover(); await page.mouse.up(); }
    }
    await page.screenshot({ path: `/tmp/judgeui-shots/${kind}-${name}.png` });
    const h = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight, document.documentElement.scrollWidth]);
    console.log(kind, name, h.join(' '));
  }
  await context.close();
}
await browser.close();
await server.stop();
