// Generated from the files in this folder by npm run generate.
import type { MetricDefinition } from '../core/index.ts';
import _4grr from './4grr.ts';
import amber from './amber.ts';
import bleu from './bleu.ts';
import bleuGrid from './bleu-grid.ts';
import bleuSbp from './bleu-sbp.ts';
import bleuTer from './bleu-ter.ts';
import bleusp from './bleusp.ts';
import bleusp4114 from './bleusp4114.ts';
import cder from './cder.ts';
import character from './character.ts';
import chrf from './chrf.ts';
import entailment from './entailment.ts';
import f1 from './f1.ts';
import gtm from './gtm.ts';
import learned from './learned.ts';
import lrscore from './lrscore.ts';
import maxsim from './maxsim.ts';
import meteor from './meteor.ts';
import nist from './nist.ts';
import per from './per.ts';
import ribes from './ribes.ts';
import rouge from './rouge.ts';
import sempos from './sempos.ts';
import semposEn from './sempos-en.ts';
import spOp from './sp-op.ts';
import ter from './ter.ts';
import terp from './terp.ts';
import ulc from './ulc.ts';
import wcd6p4er from './wcd6p4er.ts';
import wer from './wer.ts';
import wpbleu from './wpbleu.ts';
import wpf from './wpf.ts';
import wrr from './wrr.ts';

export {
  _4grr,
  amber,
  bleu,
  bleuGrid,
  bleuSbp,
  bleuTer,
  bleusp,
  bleusp4114,
  cder,
  character,
  chrf,
  entailment,
  f1,
  gtm,
  learned,
  lrscore,
  maxsim,
  meteor,
  nist,
  per,
  ribes,
  rouge,
  sempos,
  semposEn,
  spOp,
  ter,
  terp,
  ulc,
  wcd6p4er,
  wer,
  wpbleu,
  wpf,
  wrr,
};

export const metrics: readonly MetricDefinition[] = [
  _4grr,
  amber,
  bleu,
  bleuGrid,
  bleuSbp,
  bleuTer,
  bleusp,
  bleusp4114,
  cder,
  character,
  chrf,
  entailment,
  f1,
  gtm,
  learned,
  lrscore,
  maxsim,
  meteor,
  nist,
  per,
  ribes,
  rouge,
  sempos,
  semposEn,
  spOp,
  ter,
  terp,
  ulc,
  wcd6p4er,
  wer,
  wpbleu,
  wpf,
  wrr,
];
