/** METEOR: words matched by form, stem and meaning, with a penalty for fragmentation. Banerjee and Lavie, ACL workshop 2005. */
import { type MetricBody, defineMetric, percent } from '../../core/index.ts';
import { StagedAligner } from '../../text/index.ts';
import { type CountSettings, meteorAligner, meteorCounter, partsOf, statisticsOf } from './meteor/counter.ts';
import { meteorOptions } from './meteor/options.ts';
import { meteorSettings, needsOf } from './meteor/settings.ts';
import { explainMeteor, meteorExplainer } from './meteor/steps.ts';
import { meteorTexts } from './meteor/texts.ts';

export default defineMetric({
  id: 'meteor',
  summary:
    'Words matched by form, stem and meaning: a weighted mean of precision and recall, minus a penalty for fragmented matches.',
  cite: 'Banerjee and Lavie (2005): METEOR: An automatic metric for MT evaluation with improved correlation with human judgments. ACL workshop. — Lavie and Agarwal (2007): METEOR: An automatic metric for MT evaluation with high levels of correlation with human judgments. WMT. — Denkowski and Lavie (2014): Meteor Universal: language specific translation evaluation for any target language. WMT.',
  notes: [
    'Words of the hypothesis and the reference are matched one to one: first equal words, then words with the same stem, then synonyms, then paraphrases from a table. P and R are the shares of matched words; their mean is PR / (αP + (1 − α)R). The penalty γ · (chunks / matches)ᵝ is the share by which that mean is reduced, where a chunk is a run of matches that are contiguous in both texts. A segment equal to its reference has no penalty. The score of a whole text is computed from the sums over its segments.',
    'The preset is part of the name: `meteor-0.7`, `meteor-ranking`, `meteor-1.5-hter`; a language may follow: `meteor-0.6-de`. 2005 is the original; 0.6, 0.7 and ranking are the versions of WMT 2008 and 2009; 1.0 differs from 0.7 in stemmer and tokenizer; 1.5 weights modules and function words. English uses the modules exact, stem and synonym; German, French and Spanish use exact and stem; Czech uses exact. `lang=universal` accepts any language and uses exact and the modules that you supply files for.',
    'With `alignment=crossings`, as in METEOR up to 1.0, each stage aligns the remaining words with as few crossing links as possible. With `chunks`, the stated goal of later versions, all stages are aligned at once: cover the most words, where exact matches count twice, then use the fewest chunks. Remaining ties go to the alignment with the smallest distances. Both searches are exact unless more than some 2,000 partial alignments have to be kept at a word, which takes texts of some fifty words or more; then only the best are kept.',
    '`alignment=meteor-1.5` finds the alignments of the original program, with a beam of 40. When that program compares alignments, it counts only exact matches and every second word of a phrase, so it drops a stem or synonym match that competes with others and would form a chunk of its own. This setting also looks up synonyms as the program does. With the program’s paraphrase table and tokenization, statistics and scores equal those of the program.',
    'Each segment is scored against the reference that gives the highest score. Ties go to the reference closest in length to the hypothesis, where the original programs take the last or the first. Up to 0.7, a segment equal to its reference adds a chunk to the whole text, so a perfect text scores below 100; from 1.0 it does not.',
    'In presets up to ranking, words are runs of letters and digits, without punctuation; METEOR 0.6 keeps only ASCII or Latin-1 letters, while this implementation keeps letters of any script. From 1.0, words are those of 13a: for texts that are already tokenized, use `tok=none`.',
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
      explain: (sums, segment) => explainMeteor(layout, parameters, sums, segment),
      explainer: () => meteorExplainer(counts),
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
