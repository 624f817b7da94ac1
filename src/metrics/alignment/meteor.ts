/** METEOR: words matched by form, stem and meaning, discounted by how they are scattered. Banerjee and Lavie, ACL workshop 2005. */
import { type MetricBody, defineMetric, percent } from '../../core/index.ts';
import { StagedAligner } from '../../text/index.ts';
import { type CountSettings, meteorAligner, meteorCounter, partsOf, statisticsOf } from './meteor/counter.ts';
import { meteorOptions } from './meteor/options.ts';
import { meteorSettings, needsOf } from './meteor/settings.ts';
import { meteorTexts } from './meteor/texts.ts';

export default defineMetric({
  id: 'meteor',
  summary:
    'Words matched by form, stem and meaning: a mean of precision and recall, less a penalty for matches that do not stand together.',
  cite: 'Banerjee and Lavie (2005): METEOR: An automatic metric for MT evaluation with improved correlation with human judgments. ACL workshop. — Lavie and Agarwal (2007): METEOR: An automatic metric for MT evaluation with high levels of correlation with human judgments. WMT. — Denkowski and Lavie (2014): Meteor Universal: language specific translation evaluation for any target language. WMT.',
  notes: [
    'Words of the hypothesis and of a reference are matched one to one: equal ones, then those of the same stem, then synonyms, then phrases of a table. P and R are the shares of words matched; the mean is PR / (αP + (1 − α)R), and a share γ · (chunks / matches)ᵝ of it is taken off, where a chunk is a run of matches that stand together in both texts. A segment that equals its reference loses nothing. The score of a whole text comes from the sums over its segments.',
    'The preset is part of the name: `meteor-0.7`, `meteor-ranking`, `meteor-1.5-hter`; a language may follow: `meteor-0.6-de`. 2005 is the original; 0.6, 0.7 and ranking are those of WMT 2008 and 2009; 1.0 differs from 0.7 by stemmer and words; 1.5 weighs modules and function words. English is matched by exact, stem and synonym, German, French and Spanish by exact and stem, Czech by exact; with `lang=universal` any language is, by exact and by what files of yours bring.',
    'With `alignment=crossings`, as in METEOR up to 1.0, each stage aligns the words that are left, with as few of its links crossing as it can. With `chunks`, as later versions mean to, all stages are aligned at once: most words covered, where exact matches count twice, then as few chunks as there can be. Of what is still equally good the alignment of the smallest distances counts. Both are exact unless some 2,000 partial alignments have to be kept at a word, which takes texts of some fifty words or more; then the best of these go on.',
    '`alignment=meteor-1.5` finds what the program of that version finds, with a beam of 40: there, only exact matches and every second word of a phrase count when alignments are compared, so that a stem or synonym with rivals is left out if it would be a chunk by itself. It also looks up synonyms as the program does. With its table of paraphrases and its own way to cut texts into words, statistics and scores are those of the program.',
    'Each segment counts against the reference that gives it the highest score; of several, the one nearest in length to the hypothesis counts, where the programs take the last or the first. Until 0.7 a segment equal to its reference adds a chunk to the whole text, so that a perfect text scores below 100; from 1.0 on it does not.',
    'The words of presets until ranking are runs of letters and digits, without punctuation; where METEOR 0.6 keeps ASCII or Latin-1 alone, letters of any script are kept. From 1.0 on they are those of 13a: for texts that are tokenized already take `tok=none`.',
  ],
  example: 'meteor(preset=ranking)',
  options: meteorOptions,
  readName(name) {
    const [, preset, language] =
      /^meteor-?(ranking|\d[\d.]*(?:-(?:adq|hter|tune))?)(?:-(en|cs|de|es|fr|universal))?$/.exec(name.toLowerCase()) ??
      [];
    if (preset === undefined) return undefined;
    return {
      preset: meteorOptions.preset.parse(preset),
      ...(language !== undefined && { language: meteorOptions.language.parse(language) }),
    };
  },
  needs: (options) => needsOf(meteorSettings(options)),
  create(options, resources): MetricBody {
    const settings = meteorSettings(options);
    const { modules, parameters, alignment, countsPerfectChunks } = settings;
    const { views, functionView, stages } = meteorTexts(settings, resources);
    const layout = { modules, split: functionView >= 0 };
    const counts: CountSettings = {
      layout,
      parameters,
      functionView,
      countsPerfectChunks,
      aligner: () => new StagedAligner(stages(), alignment),
    };
    return {
      name: `METEOR-${options.preset}`,
      range: percent,
      decomposable: false,
      reads: views,
      statistics: statisticsOf(layout),
      lengths: { hypothesis: 0, reference: 1 },
      counter: () => meteorCounter(counts),
      aligner: () => meteorAligner(counts),
      score: (sums) => 100 * partsOf(layout, parameters, sums).score,
      parts(sums) {
        const { precision, recall, fragmentation, penalty } = partsOf(layout, parameters, sums);
        return {
          precision: 100 * precision,
          recall: 100 * recall,
          fragmentation: 100 * fragmentation,
          penalty: 100 * penalty,
        };
      },
    };
  },
});
