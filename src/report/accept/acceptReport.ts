/** How often edited outputs were found acceptable. */
import { version } from '../../core/index.ts';
import { type Judgments, type TaskAcceptability, measureAcceptability } from '../../human/index.ts';
import type { JudgmentInput } from '../notes.ts';
import { statisticalDefaults } from '../../stats/index.ts';

/** What `assay accept -f json` prints. */
export interface AcceptReport {
  readonly version: string;
  readonly settings: {
    /** Of the intervals, such as 0.95. */
    readonly level: number;
  };
  /** Sorted by name; what is not defined is NaN, null in JSON. */
  readonly tasks: readonly TaskAcceptability[];
  readonly input: JudgmentInput;
}

/** What holds unless told otherwise, on the command line as on the live page of a campaign. */
export const acceptDefaults: AcceptReport['settings'] = { level: statisticalDefaults.level };

/** How often edits of each system's output were found acceptable. */
export function reportAcceptability(
  judgments: Judgments,
  input: JudgmentInput,
  settings: AcceptReport['settings'],
): AcceptReport {
  return { version, settings, tasks: measureAcceptability(judgments, settings.level), input };
}
