import { createInterface } from 'node:readline';
const say = (value) => console.log(JSON.stringify(value));
say({ name: 'length ratio', version: '1', direction: 'higher', range: [0, 1], reads: ['references'] });
for await (const line of createInterface({ input: process.stdin })) {
  const { id, hypothesis, references } = JSON.parse(line);
  const lengths = [hypothesis.length + 1, references[0].length + 1];
  say({ id, score: Math.min(...lengths) / Math.max(...lengths) });
}
