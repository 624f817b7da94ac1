/** All file formats, grouped by kind as in the reference. */
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
  /** How a file is recognised, and the option that overrides it. */
  readonly about: string;
  readonly formats: readonly (FileFormat & { readonly systems?: string })[];
}

export const formatKinds: readonly FormatKind[] = [
  {
    title: 'Texts',
    about:
      'Outputs, references and sources. The file name decides the format. A file with any other name is plain text; Assay refuses it if its first line looks like another format. `--input-format` sets the format of outputs.',
    formats: textFormats,
  },
  {
    title: 'Analyses',
    about:
      'Lemmas and tags of the words of texts (`--analyses`). The file name decides the format, or else the first line.',
    formats: analysisFormats,
  },
  {
    title: 'Lattices and forests',
    about: 'The file name decides the format, or else the first lines. `--lattice-format` overrides both.',
    formats: latticeFormats,
  },
  {
    title: 'N-best lists',
    about:
      'Every line is `segment ||| translation ||| features ||| total`; decoders differ in how they write the features. The first line with features decides the format. `--nbest-format` overrides it.',
    formats: featureFormats,
  },
  {
    title: 'Weights',
    about: `Weights of features, by name or by position. The content decides the format. \`--weights-style\` sets the format to write: ${weightStyles.join(', ')}.`,
    formats: weightFormats,
  },
  {
    title: 'Judgments',
    about: 'Judgments by people. The first line decides the format. `--judgment-format` overrides it.',
    formats: [...judgmentFormats, ratings],
  },
  {
    title: 'Scores',
    about: 'Scores computed elsewhere (`--scores`, and shared task folders). Each file must have one of these formats.',
    formats: scoreFormats,
  },
];
