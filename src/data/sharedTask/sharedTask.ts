/** A shared task as a folder holds it: outputs, references, judgments and scores of some language pairs. */
import type { Judgments } from '../../human/index.ts';
import type { Scores } from '../../meta/index.ts';
import type { PlaceOfError } from '../../formats/index.ts';

export interface SharedTask {
  readonly name: string;
  /** One for each language pair or other task, sorted by name. */
  readonly parts: readonly TaskPart[];
  readonly judgments: Judgments;
  /** Formats of the files of judgments. */
  readonly formats: readonly string[];
  /** What is worth knowing about the reading: what was not found, what was left out. */
  readonly notes: readonly string[];
  readonly placeOfError?: PlaceOfError;
  readonly sha256: string;
}

/** What there is of one language pair; paths of files, which are read when they are scored. */
export interface TaskPart {
  /** As its judgments name it: `de-en`. */
  readonly task: string;
  readonly source?: string;
  /** One segment a line, as outputs and source. */
  readonly references: readonly NamedFile[];
  readonly outputs: readonly NamedFile[];
  /** The document of each segment, where known. */
  readonly documents?: readonly string[];
  /** Scores given by people, as files hold them. */
  readonly humanScores: readonly Scores[];
  /** Scores of metrics computed elsewhere. */
  readonly metricScores: readonly Scores[];
}

/** The output of a system, or a reference. */
export interface NamedFile {
  readonly name: string;
  readonly path: string;
}
