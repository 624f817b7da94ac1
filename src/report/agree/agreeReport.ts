/** How well judges agree. */
import { version } from '../../core/index.ts';
import {
  type AgreementOptions,
  type Judgments,
  type KindAgreement,
  measureAgreement,
  withOwnWeights,
} from '../../human/index.ts';
import type { JudgmentInput } from '../notes.ts';
import { statisticalDefaults } from '../../stats/index.ts';

/** The data that `assay agree -f json` prints. */
export interface AgreeReport {
  readonly version: string;
  readonly settings: AgreementOptions;
  /** One for each kind of judgments there is; what is not defined is NaN, null in JSON. */
  readonly kinds: readonly KindAgreement[];
  readonly input: JudgmentInput;
}

/** Defaults, on the command line and on the live page of a campaign. */
export const agreeDefaults: AgreementOptions = {
  chance: 'uniform',
  average: 'pairs',
  identical: 'ties',
  weights: withOwnWeights([]),
  judges: false,
  curves: false,
  wmt16: false,
  rerank: false,
  atLeast: 10,
  level: statisticalDefaults.level,
  samples: statisticalDefaults.samples,
  seed: statisticalDefaults.seed,
};

/** Reports how well judges agree with each other and with themselves. */
export function reportAgreement(judgments: Judgments, input: JudgmentInput, settings: AgreementOptions): AgreeReport {
  return { version, settings, kinds: measureAgreement(judgments, settings), input };
}
