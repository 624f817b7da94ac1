/** What judges are told of each kind of task and agree to before they begin, unless the organiser says it otherwise. Facts after WMT09, section 3. */
import type { Campaign, TaskKind } from '../campaign/campaign.ts';

export const defaultInstructions: Readonly<Record<TaskKind, string>> = {
  rank:
    'You see a sentence and several translations of it. Put the translations in order from best to worst, compared with each other. ' +
    'Translations that are equally good, or equally bad, may share a rank. Sentences around it, where shown, are there to help you ' +
    'understand; do not judge them.',
  pairwise:
    'You see a sentence and two translations of it. Say which of the two is better, or that they are equally good. Sentences around it, ' +
    'where shown, are there to help you understand; do not judge them.',
  assess:
    'You see a sentence and one translation of it. Say how well the translation expresses what the sentence means, from 0 (not at all) to ' +
    '100 (perfectly). Judge each translation by itself, and use the whole scale.',
  mark:
    'You see a sentence and one translation of it. Mark every error: select the words that are wrong, as few as possible, and say what kind ' +
    'of error it is and how severe. If something is missing, mark it in the source. Mark nothing if nothing is wrong.',
  edit:
    'You see one sentence that a machine has translated, without the original. Correct it so that it reads as fluently as possible, and keep ' +
    'what you believe it means. If it needs no correction, say so. If you cannot make enough sense of it to correct it, say that.',
  accept:
    'You see a reference sentence in bold, among its neighbours where there are any, and an edited translation. Answer yes if the edited ' +
    'translation is fully fluent and means the same as the reference, and no otherwise. It need not use the same words.',
};

export const defaultConsent =
  'You take part under a pseudonym; your name and address are not stored here. Stored are your answers and comments, the corrections you ' +
  'make to them, when you gave them and how long you worked on each. They are used to evaluate translation systems, and may be published ' +
  'under your pseudonym. Some sentences come more than once, and some are there to check the quality of the evaluation. You may pause or ' +
  'stop at any time, without giving a reason. At any time you may download everything that is stored about you, and have it deleted.';

/** Categories of MQM (Lommel et al. 2014) and severities, as the usual weights know them; see `errorWeights`. */
export const defaultErrors: Campaign['errors'] = {
  categories: [
    'Accuracy/Mistranslation', 'Accuracy/Omission', 'Accuracy/Addition', 'Accuracy/Untranslated text',
    'Fluency/Grammar', 'Fluency/Spelling', 'Fluency/Punctuation', 'Fluency/Register',
    'Terminology', 'Style', 'Locale convention', 'Non-translation', 'Other',
  ], // prettier-ignore
  severities: ['minor', 'major'],
};
