/** How often edited outputs were found acceptable. */
import { version } from '../../core/index.ts';
import { type Judgments, type TaskAcceptability, measureAcceptability } from '../../human/index.ts';
import type { JudgmentInput } from '../notes.ts';
import { statisticalDefaults } from '../../stats/index.ts';

/** The data that `assay accept -f json` prints. */
export interface AcceptReport {
  readonly version: string;
  readonly settings: {
    /** Of the intervals, such as 0.95. */
    readonly level: number;
  };
  /** Sorted by name; undefined values are NaN, null in JSON. */
  readonly tasks: readonly TaskAcceptability[];
  readonly input: JudgmentInput;
}

/** The defaults of the command line and of the live page. */
export const acceptDefaults: AcceptReport['settings'] = { level: statisticalDefaults.level };

/** Reports how often judges found edits of each system's output acceptable. */
export function reportAcceptability(
  judgments: Judgments,
  input: JudgmentInput,
  settings: AcceptReport['settings'],
): AcceptReport {
  return { version, settings, tasks: measureAcceptability(judgments, settings.level), input };
}
