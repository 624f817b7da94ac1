import { describe, expect, it } from 'vitest';
import {
  type Assignment,
  type Campaign,
  type CampaignEvent,
  CampaignRecord,
  type MarkedSpan,
  type TaskDesign,
  designOf,
  splitSegments,
} from '../human/index.ts';
import { showAssignment } from './showAssignment.ts';
import { assignmentOf, campaign, testEvents } from './testing/testCampaign.ts';
import type { ShownText } from './wire.ts';

function recordOf(changed: Partial<Campaign> = {}, ...more: CampaignEvent[]): CampaignRecord {
  const record = new CampaignRecord();
  [...testEvents(changed), ...more].forEach((event, i) =>
    record.take({ seq: i + 1, at: '2009-03-01T12:00:00.000Z', event }),
  );
  return record;
}

const texts = (shown: readonly ShownText[] | undefined): string[] | undefined => shown?.map(({ text }) => text);
const judge = 'zz-judge-1';

describe('what is shown', () => {
  it('of a ranking: source and reference with neighbours, texts in the order of the plan, languages', () => {
    const rank = assignmentOf(judge, 'rank');
    expect(showAssignment(recordOf({ kinds: ['rank'] }), rank)).toEqual({
      id: rank.id,
      kind: 'rank',
      practice: false,
      design: designOf(campaign, 'rank'),
      source: {
        before: [{ text: 'Quelle 1', lang: 'de', dir: 'ltr' }],
        here: { text: 'Quelle 2', lang: 'de', dir: 'ltr' },
        after: [
          { text: 'Quelle 3', lang: 'de', dir: 'ltr' },
          { text: 'Quelle 4', lang: 'de', dir: 'ltr' },
        ],
      },
      reference: {
        before: [{ text: 'Vorbild 1', lang: 'ar', dir: 'rtl' }],
        here: { text: 'Vorbild 2', lang: 'ar', dir: 'rtl' },
        after: [
          { text: 'Vorbild 3', lang: 'ar', dir: 'rtl' },
          { text: 'Vorbild 4', lang: 'ar', dir: 'rtl' },
        ],
      },
      texts: ['drei', 'eins', 'zwei'].map((word) => ({ text: `Ausgabe 2 ${word}`, lang: 'ar', dir: 'rtl' })),
    });
  });

  it('of a damaged text: the damaged one', () => {
    const shown = showAssignment(recordOf(), assignmentOf(judge, 'assess'));
    expect(texts(shown.texts)).toEqual(['Ausgabe kaputt']);
    expect(showAssignment(recordOf(), assignmentOf(judge, 'rank', 'practice'))).toMatchObject({ practice: true });
  });

  it('for marking: the errors to choose from', () => {
    expect(showAssignment(recordOf(), assignmentOf(judge, 'mark')).errors).toEqual(campaign.errors);
    expect(showAssignment(recordOf(), assignmentOf(judge, 'rank'))).not.toHaveProperty('errors');
  });

  it('for editing: the output and nothing else', () => {
    const edit = assignmentOf(judge, 'edit');
    expect(showAssignment(recordOf(), edit)).toEqual({
      id: edit.id,
      kind: 'edit',
      practice: false,
      design: designOf(campaign, 'edit'),
      texts: [{ text: 'Ausgabe 5 eins', lang: 'ar', dir: 'rtl' }],
    });
  });

  it.each([
    ['edited', 'Besser', 'Besser'],
    ['unchanged', 'Ausgabe 5 eins', 'Ausgabe 5 eins'],
    ['unable', '', 'Ausgabe 5 eins'],
  ] as const)('for accepting what was %s: the text, and the reference in its context', (outcome, text, expected) => {
    const edited = { editor: 'zz-judge-2', outcome, text };
    const accept: Assignment = { ...assignmentOf(judge, 'edit'), id: 'x', kind: 'accept', edited };
    const shown = showAssignment(recordOf(), accept);
    expect(texts(shown.texts)).toEqual([expected]);
    expect(shown).not.toHaveProperty('source');
    expect(texts(shown.reference!.before)).toEqual(['Vorbild 3', 'Vorbild 4']);
    expect(texts(shown.reference!.after)).toEqual(['Vorbild 6']);
    expect(JSON.stringify(shown)).not.toContain('zz-');
  });

  it('of what was answered: the last answer and its comment', () => {
    const rank = assignmentOf(judge, 'rank');
    const said = (ranks: number[], comment?: string): CampaignEvent => ({
      kind: 'answered', judge, assignment: rank.id, key: String(ranks), answer: { kind: 'rank', ranks },
      seconds: 1, instructions: '', ...(comment !== undefined && { comment }),
    }); // prettier-ignore
    const shown = showAssignment(recordOf({}, said([1, 2, 3], 'no'), said([3, 2, 1], 'yes')), rank);
    expect(shown).toMatchObject({ answer: { kind: 'rank', ranks: [3, 2, 1] }, comment: 'yes' });
  });
});

describe('context', () => {
  const at = (segment: number, record: CampaignRecord) =>
    showAssignment(record, { ...assignmentOf(judge, 'rank'), segment }).reference!;
  const numbers = (list: readonly ShownText[]): string[] => list.map(({ text }) => text.replace('Vorbild ', ''));

  it.each([
    [0, [], ['2', '3']],
    [2, ['1', '2'], ['4', '5']],
    [5, ['4', '5'], []],
    [6, [], ['8']],
    [7, ['7'], []],
  ])('of segment %i stays in its document', (segment, before, after) => {
    const shown = at(segment, recordOf({ kinds: ['rank'] }));
    expect([numbers(shown.before), numbers(shown.after)]).toEqual([before, after]);
  });

  it('is the whole text if no document is named', () => {
    const segments = campaign.segments.map(({ key, source, reference }) => ({
      key,
      source: source!,
      reference: reference!,
    }));
    expect(numbers(at(6, recordOf({ kinds: ['rank'], segments })).before)).toEqual(['5', '6']);
  });

  it('never includes a segment that is edited, to hide its source and reference', () => {
    const { isEdited } = splitSegments(campaign);
    const kept = campaign.segments.flatMap((_, s) => (isEdited[s] === 0 ? [s] : []));
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(campaign.segments.length);
    for (const segment of kept) {
      const { before, after } = at(segment, recordOf());
      for (const near of numbers([...before, ...after])) expect(isEdited[Number(near) - 1]).toBe(0);
    }
  });

  it('leaves out neighbours without the text', () => {
    const segments = campaign.segments.map(({ reference, ...segment }, s) =>
      s === 1 ? segment : { ...segment, reference: reference! },
    );
    expect(numbers(at(2, recordOf({ kinds: ['rank'], segments })).before)).toEqual(['1']);
  });

  it('is absent if there is no such text', () => {
    const segments = campaign.segments.map(({ key, reference }) => ({ key, reference: reference! }));
    const shown = showAssignment(recordOf({ segments }), assignmentOf(judge, 'rank'));
    expect(shown).not.toHaveProperty('source');
    expect(shown).toHaveProperty('reference');
  });
});

describe('what a design shows', () => {
  const design = (changed: Partial<TaskDesign>): Partial<Campaign> => ({
    kinds: ['mark'],
    designs: { mark: { ...designOf(campaign, 'mark'), shows: ['source'], context: 'document', ...changed } },
  });
  const page = (segment: number, more: Partial<Assignment> = {}): Assignment => ({ ...assignmentOf(judge, 'mark'), id: `p${segment}`, segment, page: 'P', entries: [{ systems: [1] }], ...more }); // prettier-ignore
  const assignments = [page(6, { entries: [{ systems: [1], damaged: 'kaputt' }] }), page(7)];
  const given: CampaignEvent = { kind: 'assigned', assignments };

  it('the whole document with outputs of the same system, damaged ones included, and no reference', () => {
    const shown = showAssignment(recordOf(design({}), given), assignments[1]!);
    expect(shown).not.toHaveProperty('reference');
    expect(shown.source).toMatchObject({ before: [], after: [], here: { text: 'Quelle 8' } });
    expect(shown.document).toEqual({
      here: 1,
      segments: [
        { source: { text: 'Quelle 7', lang: 'de', dir: 'ltr' }, texts: [{ text: 'kaputt', lang: 'ar', dir: 'rtl' }], assignment: 'p6' },
        { source: { text: 'Quelle 8', lang: 'de', dir: 'ltr' }, texts: [{ text: 'Ausgabe 8 zwei', lang: 'ar', dir: 'rtl' }], assignment: 'p7' },
      ],
    }); // prettier-ignore
    expect(JSON.stringify(shown)).not.toContain('zz-');
  });

  it('asks for a score of the document after its last segment', () => {
    const record = recordOf(design({ documentScore: true }), given);
    expect(assignments.map((each) => showAssignment(record, each).asksDocumentScore)).toEqual([undefined, true]);
    const cut = recordOf(design({ documentScore: true }), { kind: 'assigned', assignments: [page(6)] });
    expect(showAssignment(cut, page(6)).asksDocumentScore).toBeUndefined();
  });

  it('instructions of the document', () => {
    const documents = { second: { domain: 'news', instruction: 'Formal, please.' } };
    expect(showAssignment(recordOf({ ...design({}), documents }, given), assignments[1]!).instruction).toBe('Formal, please.'); // prettier-ignore
    expect(showAssignment(recordOf({ ...design({}), documents }), page(1))).not.toHaveProperty('instruction');
  });

  it('errors marked beforehand, and those that damage did not touch', () => {
    const span = (start: number, end: number): MarkedSpan => ({ side: 'output', start, end, severity: 'minor', category: '' }); // prettier-ignore
    const spans = [span(0, 3), span(8, 9), span(10, 14)];
    const prefilled = campaign.systems.map((_, s) => campaign.segments.map((__, n) => (s === 1 && n > 5 ? spans : [])));
    const record = recordOf({ ...design({}), prefilled }, given);
    expect(showAssignment(record, assignments[1]!).prefilled).toEqual([spans]);
    // `Ausgabe 7 zwei`: the number becomes three words.
    const damaged = page(6, { entries: [{ systems: [1], damaged: 'Ausgabe ganz und gar zwei' }] });
    expect(showAssignment(record, damaged).prefilled).toEqual([[span(0, 3), span(21, 25)]]);
    expect(showAssignment(record, page(7, { entries: [{ systems: [0] }] }))).not.toHaveProperty('prefilled');
  });

  it('items of the tutorial', () => {
    const tutorial = [{ kind: 'mark', source: 'Hund', outputs: ['Dog'], instruction: 'Mark nothing.', expected: [{}], isSkippable: true }] as const; // prettier-ignore
    const item: Assignment = { ...page(-1), part: 'practice', entries: [{ systems: [] }], tutorial: 0 };
    const shown = showAssignment(recordOf({ ...design({}), tutorial }, given), item);
    expect(shown).toMatchObject({ practice: true, instruction: 'Mark nothing.', skippable: true, source: { here: { text: 'Hund' } } }); // prettier-ignore
    expect(texts(shown.texts)).toEqual(['Dog']);
    expect(shown).not.toHaveProperty('document');
  });

  it('the part of the segment to judge', () => {
    const constituent = { source: { start: 0, end: 3 }, outputs: [{ start: 1, end: 2 }, null, { start: 0, end: 4 }] };
    const segments = campaign.segments.map((segment) => ({ ...segment, constituent }));
    expect(showAssignment(recordOf({ kinds: ['rank'], segments }), assignmentOf(judge, 'rank')).constituent).toEqual({
      source: { start: 0, end: 3 },
      texts: [{ start: 0, end: 4 }, { start: 1, end: 2 }, null],
    }); // prettier-ignore
  });
});
