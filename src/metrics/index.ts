// Generated from the files in the folders beside it by npm run generate.
import type { MetricDefinition } from '../core/index.ts';
import _4grr from './edit/4grr.ts';
import amber from './ngram/amber.ts';
import bleu from './ngram/bleu.ts';
import bleuGrid from './ngram/bleu-grid.ts';
import bleuSbp from './ngram/bleu-sbp.ts';
import bleuTer from './combined/bleu-ter.ts';
import bleusp from './ngram/bleusp.ts';
import bleusp4114 from './ngram/bleusp4114.ts';
import cder from './edit/cder.ts';
import character from './edit/character.ts';
import chrf from './ngram/chrf.ts';
import entailment from './alignment/entailment.ts';
import f1 from './ngram/f1.ts';
import gtm from './ngram/gtm.ts';
import learned from './combined/learned.ts';
import lrscore from './alignment/lrscore.ts';
import maxsim from './alignment/maxsim.ts';
import meteor from './alignment/meteor.ts';
import nist from './ngram/nist.ts';
import per from './edit/per.ts';
import ribes from './alignment/ribes.ts';
import rouge from './ngram/rouge.ts';
import sempos from './analysis/sempos.ts';
import semposEn from './analysis/sempos-en.ts';
import spOp from './analysis/sp-op.ts';
import ter from './edit/ter.ts';
import terp from './edit/terp.ts';
import ulc from './combined/ulc.ts';
import wcd6p4er from './edit/wcd6p4er.ts';
import wer from './edit/wer.ts';
import wpbleu from './analysis/wpbleu.ts';
import wpf from './analysis/wpf.ts';
import wrr from './edit/wrr.ts';

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
