import { describe, expect, it } from 'vitest';
import { UsageError } from '../../core/index.ts';
import { campaignFileSchema, changedDesign, checkCampaignFile } from './campaignFile.ts';
import { protocols } from './protocols.ts';

const esa = protocols.find(({ id }) => id === 'esa')!.tasks.mark!.design;

describe('a campaign file', () => {
  it('may change any part of a protocol', () => {
    // Every protocol written out in full is a valid file.
    for (const { id, tasks, checks } of protocols) {
      const full = Object.fromEntries(Object.entries(tasks).map(([kind, { design, instructions }]) => [kind, { ...design, instructions }])); // prettier-ignore
      const file = { $schema: 'x', protocol: id, tasks: full, ...(checks && { checks }) };
      expect(checkCampaignFile(JSON.parse(JSON.stringify(file)), 'f')).toMatchObject({ protocol: id });
    }
    const design = changedDesign(esa, { context: 'none', marking: { unit: 'word', most: 5 } });
    expect(design).toEqual({ ...esa, context: 'none', marking: { ...esa.marking, unit: 'word', most: 5 } });
    expect(changedDesign(esa, { scales: [] }).scales).toEqual([]);
  });

  it('may have documents, a tutorial, checks, completion and assignment', () => {
    const file = {
      documents: { d1: { domain: 'news', instruction: 'Formal.' } },
      tutorial: [{ kind: 'mark', source: 'S', outputs: ['T'], instruction: 'I', expected: [{ errors: [{ start: 0, end: 1, severity: 'minor' }], score: 80 }] }],
      checks: { damage: 'damaged', pass: { by: 'failures', most: 1 }, failing: 'stop' },
      completion: { link: 'https://p.example/?cc=${TOKEN}', passed: 'A', failed: 'B' },
      assignment: { by: 'dynamic', coldStart: 20 },
    }; // prettier-ignore
    expect(checkCampaignFile(file, 'f')).toEqual(file);
  });

  it.each([
    [[], 'f: the file must be an object.'],
    [{ protocl: 'esa' }, 'f: the file has an unknown field "protocl"; known: $schema, protocol, title'],
    [{ protocol: 'mqm2' }, 'f: protocol must be one of esa, esa-ai'],
    [{ tasks: { mark: { shows: ['sauce'] } } }, 'f: tasks.mark.shows[0] must be one of source, reference, not "sauce".'],
    [{ tasks: { mark: { sideBySide: 0 } } }, 'f: tasks.mark.sideBySide must be a whole number from 1 to 10.'],
    [{ tasks: { mark: { sideBySide: 11 } } }, 'f: tasks.mark.sideBySide must be a whole number from 1 to 10.'],
    [{ tasks: { mark: { marking: { categories: [{ name: 'A', children: [{}] }] } } } }, 'f: tasks.mark.marking.categories[0].children[0] needs "name".'],
    [{ tasks: { mark: { documentScore: 1 } } }, 'must be true or false'],
    [{ tasks: { assess: { scales: [{ id: 's', min: 5, max: 1, step: 1, input: 'buttons', anchors: [] }] } } }, 'f: tasks.assess.scales[0] needs "min" below "max"'],
    [{ checks: { damage: 'damaged', pass: { by: 'failures' }, failing: 'warn' } }, 'f: checks.pass needs "most"'],
    [{ checks: { damage: 'damaged', pass: { by: 'appraise' }, failing: 'warn' } }, 'f: checks.pass needs "alpha" and "seconds"'],
    [{ completion: { failed: 'x' } }, 'f: completion needs "passed"'],
    [{ completion: { link: 'javascript:alert(1)' } }, 'f: completion.link must begin with https://'],
    [{ tutorial: [{ kind: 'mark', outputs: ['a'], instruction: '', expected: [] }] }, 'f: tutorial[0] needs "expected" for each'],
    [{ documents: { d: { domain: 7 } } }, 'f: documents.d.domain must be a string.'],
  ])('%# is refused, with the place', (file, message) => {
    expect(() => checkCampaignFile(file, 'f')).toThrow(UsageError);
    expect(() => checkCampaignFile(file, 'f')).toThrow(message);
  }); // prettier-ignore

  it('has a schema that describes every field', () => {
    const undescribed: string[] = [];
    const walk = (schema: Record<string, unknown>, place: string): void => {
      for (const [name, part] of Object.entries((schema['properties'] ?? {}) as Record<string, Record<string, unknown>>)) {
        if (!part['description'] && part['$ref'] === undefined) undescribed.push(`${place}.${name}`);
        walk(part, `${place}.${name}`);
      }
      if (schema['items']) walk(schema['items'] as Record<string, unknown>, `${place}[]`);
    }; // prettier-ignore
    walk(campaignFileSchema, '');
    expect(undescribed).toEqual([]);
  });
});
