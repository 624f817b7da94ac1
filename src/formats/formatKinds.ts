/** All formats of all kinds of files, as the reference lists them. */
import { analysisFormats } from './analyses/index.ts';
import type { FileFormat } from './fileFormat.ts';
import { textFormats } from './texts/index.ts';
import { judgmentFormats } from './judgments/index.ts';
import { latticeFormats } from './lattices/index.ts';
import { featureFormats } from './nbest/nbestFormat.ts';
import { weightFormats, weightStyles } from './nbest/weights.ts';
import { scoreFormats } from './scores/scoreFormats.ts';
import { ratings } from './judgments/mtme.ts';

export interface FormatKind {
  readonly title: string;
  /** How a file is recognised, and the option that says otherwise. */
  readonly about: string;
  readonly formats: readonly (FileFormat & { readonly systems?: string })[];
}

export const formatKinds: readonly FormatKind[] = [
  {
    title: 'Texts',
    about:
      'Outputs, references and sources. The name of a file tells its format; any other name is plain text. `--input-format` names the format of outputs whose names do not tell.',
    formats: textFormats,
  },
  {
    title: 'Analyses',
    about:
      'Lemmas and tags of the words of texts (`--analyses`). The name of a file tells its format, or else its first line.',
    formats: analysisFormats,
  },
  {
    title: 'Lattices and forests',
    about: 'The name of a file tells its format, or else its first lines. `--lattice-format` says otherwise.',
    formats: latticeFormats,
  },
  {
    title: 'N-best lists',
    about:
      'Every line is `segment ||| translation ||| features ||| total`; decoders differ in how they write the features. The first line with features tells the format. `--nbest-format` says otherwise.',
    formats: featureFormats,
  },
  {
    title: 'Weights',
    about: `Weights of features, by name or by position. The content of a file tells its format. \`--weights-style\` names the one to write: ${weightStyles.join(', ')}.`,
    formats: weightFormats,
  },
  {
    title: 'Judgments',
    about: 'What people said. The first line of a file tells its format. `--judgment-format` says otherwise.',
    formats: [...judgmentFormats, ratings],
  },
  {
    title: 'Scores',
    about: 'Scores computed elsewhere (`--scores`, and the folders of a shared task). A file needs one of these.',
    formats: scoreFormats,
  },
];
