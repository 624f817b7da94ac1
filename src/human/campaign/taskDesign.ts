/** How one kind of task is judged: what is shown, on which scales, which errors can be marked, and by which rules. A protocol fills it in. */

export interface TaskDesign {
  /** The id of the protocol that it began as: `esa`. Absent in campaigns without one. */
  readonly protocol?: string;
  /** The texts that judges compare the outputs with. A text that the test set lacks is not shown. */
  readonly shows: readonly ('source' | 'reference')[];
  /** `document`: every segment of the document, with the outputs of the systems that are judged. */
  readonly context: 'none' | 'neighbours' | 'document';
  /** Outputs on one screen; each gets its own spans and scores in `assess` and `mark`. */
  readonly sideBySide: number;
  /** For `assess` and `mark`: the scales on which every output is scored. None: no score. */
  readonly scales: readonly Scale[];
  /** For `mark`. */
  readonly marking?: Marking;
  readonly rules: readonly ScoreRule[];
  /** After the last segment of a document, the whole document is scored, too, on the first scale. */
  readonly documentScore?: boolean;
}

export interface Scale {
  /** `score`, or `adequacy` and `fluency`. */
  readonly id: string;
  /** Above the scale, where there are several. */
  readonly title?: string;
  readonly min: number;
  readonly max: number;
  /** Between possible scores: 1, or 5 for contrastive ESA. */
  readonly step: number;
  /** `buttons`: one for each possible score. */
  readonly input: 'slider' | 'buttons';
  /** Whether an answer may do without it. */
  readonly isOptional?: boolean;
  /** Texts below the track, at these scores. */
  readonly anchors: readonly ScaleMark[];
  /** Short marks on the track: 0, 1, …, 6 at equal distances for SQM. */
  readonly ticks?: readonly ScaleMark[];
  /** The label of the chosen score, shown as it changes: from `from` up to the `from` of the next. In ascending order. */
  readonly labels?: readonly { readonly from: number; readonly text: string }[];
}

interface ScaleMark {
  readonly at: number;
  readonly text: string;
}

export interface Marking {
  /** In the order to offer them; a new error has the first. */
  readonly severities: readonly Severity[];
  /** Empty if errors have no category. */
  readonly categories: readonly Category[];
  /** Special tokens after the text, for errors that are nowhere in it: `[MISSING]`. */
  readonly markers: readonly Marker[];
  /** Whether errors can be marked in the source: omissions and source errors. */
  readonly inSource: boolean;
  /** What a click selects. */
  readonly unit: 'word' | 'character';
  /** Most errors in one output; judges mark the worst. Absent: no limit. */
  readonly most?: number;
}

export interface Severity {
  /** As judgments name it: `minor`. */
  readonly name: string;
  readonly help?: string;
}

export interface Category {
  /** Without the names above it. Judgments name the whole path: `Accuracy/Omission`. */
  readonly name: string;
  readonly help?: string;
  readonly children?: readonly Category[];
  /** Where it can be marked; default: in the output. */
  readonly side?: 'source' | 'output' | 'both';
  /** The only severity that it can have. */
  readonly severity?: string;
  /** It covers the whole text and replaces all other errors of the output. */
  readonly isWhole?: boolean;
  /** The judge must say in a note what it is. */
  readonly needsNote?: boolean;
}

export interface Marker {
  /** As judgments name it: `missing`. */
  readonly id: string;
  /** As shown after the text: `[MISSING]`. */
  readonly text: string;
  readonly help?: string;
}

/** A score below `below` on the first scale needs a marked error, else the answer is refused, or the judge is warned and may submit it. */
interface ScoreRule {
  readonly below: number;
  readonly needs: 'error';
  readonly otherwise: 'refuse' | 'warn';
}

/** A part of an answer: what the judge said about one output. */
export interface TextAnswer {
  readonly errors?: readonly MarkedSpan[];
  /** By scale of the design. */
  readonly scores?: readonly number[];
}

/** From the UTF-16 unit `start` up to, but not including, `end`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface MarkedSpan {
  readonly side: 'source' | 'output';
  /** In UTF-16 units of the text, as in browsers; the end is exclusive. An omission is a span in the source, which may be empty, or a marker. */
  readonly start: number;
  readonly end: number;
  readonly severity: string;
  readonly category: string;
  /** Id of the special token that is marked instead of a part of the text: `missing`. Both start and end are then the end of the output. */
  readonly marker?: string;
  /** What the judge says about it. */
  readonly note?: string;
}
