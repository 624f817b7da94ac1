/** The tokenizer of TER (tercom), as in sacreBLEU: by default it only cuts at white space. */
import { stripEnd } from '../characters.ts';
import { cutSpaces } from '../cut.ts';
import { unescapeEntities } from './mteval.ts';
import { type Tokenizer, unchanged } from './tokenizer.ts';

export interface TercomSettings {
  readonly normalized: boolean;
  readonly punctuation: boolean;
  readonly asian: boolean;
}

type Rule = readonly [pattern: RegExp, replacement: string];

const western: readonly Rule[] = [
  [/([!-&(-+/:-@[-`{-~])/g, ' $1 '],
  [/'s /g, " 's "],
  [/([^0-9])([.,])/gu, '$1 $2 '],
  [/([.,])([^0-9])/gu, ' $1 $2'],
  [/([0-9])(-)/g, '$1 $2 '],
];

const asianPunctuation = '\u3001\u3002\u3008-\u3011\u3014-\u301f\uff61-\uff65\u30fb';
const fullWidthPunctuation = '\uff0e\uff0c\uff1f\uff1a\uff1b\uff01\uff02\uff08\uff09';

/** tercom has three more rules, for kana; their anchors meet the padding space and so never match. */
const asianRules: readonly Rule[] = [
  [/([\u4e00-\u9fff\u3400-\u4dbf])/g, ' $1 '],
  [/([\u31c0-\u31ef\u2e80-\u2eff])/g, ' $1 '],
  [/([\u3300-\u33ff\uf900-\ufaff\ufe30-\ufe4f])/g, ' $1 '],
  [/([\u3200-\u3f22])/g, ' $1 '],
  [new RegExp(`([${asianPunctuation}])`, 'g'), ' $1 '],
  [new RegExp(`([${fullWidthPunctuation}])`, 'g'), ' $1 '],
];

const westernMarks = /[.,?:;!"()]/g;
const asianMarks = new RegExp(`[${asianPunctuation}${fullWidthPunctuation}]`, 'g');

export function tercom({ normalized, punctuation, asian }: TercomSettings): Tokenizer {
  const rewrite = (text: string): string => {
    // White space at the end would keep a final 's from being cut off, unless it is a plain space.
    let line = stripEnd(text);
    if (line === '') return line;
    if (normalized) {
      line = ` ${unescapeEntities(line.replaceAll('\n-', '').replaceAll('\n', ' '))} `;
      for (const [pattern, replacement] of asian ? [...western, ...asianRules] : western) {
        line = line.replace(pattern, replacement);
      }
    }
    if (!punctuation) {
      line = line.replace(westernMarks, '');
      if (asian) line = line.replace(asianMarks, '');
    }
    return line;
  };
  const plain = !normalized && punctuation;
  const name = ['tercom', normalized ? 'normalized' : '', punctuation ? '' : 'no-punct', asian ? 'asian' : ''];
  return { name: name.filter(Boolean).join('-'), rewrite: plain ? unchanged : rewrite, cut: cutSpaces };
}
