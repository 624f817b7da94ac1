/** The default instructions for each kind of task, and the default consent text. After WMT09, section 3. */
import type { Campaign, TaskKind } from '../campaign/campaign.ts';

export const defaultInstructions: Readonly<Record<TaskKind, string>> = {
  rank:
    'You see a sentence and several translations of it. Rank the translations from best to worst, compared with each other. ' +
    'Translations that are equally good, or equally bad, can share a rank. Neighbouring sentences, where shown, are only context; ' +
    'do not judge them.',
  pairwise:
    'You see a sentence and two translations of it. Choose the better one, or “Equally good”. Neighbouring sentences, ' +
    'where shown, are only context; do not judge them.',
  assess:
    'You see a sentence and one translation of it. Rate how well the translation expresses the meaning of the sentence, from 0 (not at all) to ' +
    '100 (perfectly). Judge each translation on its own, and use the whole scale.',
  mark:
    'You see a sentence and one translation of it. Mark every error: select the wrong words, as few as possible, and choose the ' +
    'severity and category of the error. If something is missing, mark it in the source. If there are no errors, submit without marking any.',
  edit:
    'You see one machine-translated sentence, without the original. Make it as fluent as possible, and keep the meaning that you think it ' +
    'has. If it needs no corrections, choose “No corrections needed”. If you cannot understand it well enough to correct it, choose “Unable to correct”.',
  accept:
    'You see a reference sentence in bold, with its neighbours if there are any, and an edited translation. Answer yes if the edited ' +
    'translation is fully fluent and means the same as the reference, and no otherwise. It does not have to use the same words.',
};

export const defaultConsent =
  'You take part under a pseudonym; your name and address are not stored here. We store your answers and comments, your corrections to ' +
  'them, when you gave them and how long you worked on each. They are used to evaluate translation systems and may be published ' +
  'under your pseudonym. Some sentences come more than once, and some check the quality of the evaluation. You may pause or ' +
  'stop at any time, without giving a reason. You may download everything that is stored about you at any time, and have it deleted.';

/** Categories of MQM (Lommel et al. 2014) and severities that match the default weights; see `errorWeights`. */
export const defaultErrors: Campaign['errors'] = {
  categories: [
    'Accuracy/Mistranslation', 'Accuracy/Omission', 'Accuracy/Addition', 'Accuracy/Untranslated text',
    'Fluency/Grammar', 'Fluency/Spelling', 'Fluency/Punctuation', 'Fluency/Register',
    'Terminology', 'Style', 'Locale convention', 'Non-translation', 'Other',
  ], // prettier-ignore
  severities: ['minor', 'major'],
};
