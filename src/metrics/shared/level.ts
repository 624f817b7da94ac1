/** For metrics that smooth single segments, but not the sums of a corpus. */
import { choice } from '../../core/index.ts';

export const levelOption = choice(['corpus', 'segment'], {
  key: 'level',
  default: 'corpus',
  help: 'What is scored: the sums of a corpus, which are not smoothed, or a segment, which is. Single segments are always scored as such.',
});

/** Set this as `forSegments`. */
export const segmentLevel = { level: 'segment' } as const;
