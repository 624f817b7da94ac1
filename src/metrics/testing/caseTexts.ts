/** Texts that the case tables of the metrics share: hypotheses, and for each its references. */
export interface CaseTexts {
  readonly hypotheses: readonly string[];
  readonly references: readonly (readonly string[])[];
}

export const caseTexts = {
  /** Punctuation, numbers, a perfect segment and one without a match. */
  english: {
    hypotheses: [
      "The cat sat on the mat, didn't it?",
      'Parliament adopted the 2,5-billion budget on Tuesday.',
      'Nobody knows the answer.',
      'He said: "I\'ll be there at 7.30".',
      'yes',
    ],
    references: [
      ["The cat was sitting on the mat, wasn't it?"],
      ['On Tuesday, Parliament adopted the budget of 2.5 billion.'],
      ['Nobody knows the answer.'],
      ['He said, "I will be there at 7.30."'],
      ['No'],
    ],
  },
  /** One to four references. */
  german: {
    hypotheses: [
      'Die Übersetzung ist heute viel besser als Früher.',
      'Der Hund beißt der Mann – „ja“!',
      'Straßenbahn-Fahrer streiken am 3.10. in Köln',
      'Es kostet 1.234,50€ & mehr',
    ],
    references: [
      ['Die Übersetzung ist heute viel besser als früher.', 'Heute ist die Übersetzung weit besser als früher.'],
      ['Der Hund beißt den Mann – „ja“!', 'Den Mann beißt der Hund: „Ja“!', 'Hund beißt Mann'],
      ['Am 3.10. streiken die Straßenbahnfahrer in Köln'],
      [
        'Es kostet 1.234,50 € und mehr.',
        'Das kostet mehr als 1.234,50€.',
        'Kosten: 1.234,50€ &amp; mehr',
        'Mehr als 1.234,50€',
      ],
    ],
  },
  /** An empty hypothesis at the end. */
  czech: {
    hypotheses: [
      'Žluťoučký kůň úpěl ďábelské ódy .',
      'Vláda dnes schválila nový zákon o daních, řekl ministr.',
      'Nevím, co tím myslíš.',
      '',
    ],
    references: [
      ['Příliš žluťoučký kůň úpěl ďábelské ódy.'],
      ['Ministr řekl, že vláda dnes schválila nový daňový zákon.'],
      ['Nevím, co tím chceš říct.'],
      ['Prázdný řádek'],
    ],
  },
  /** Two references; ideographs beyond the Basic Multilingual Plane. */
  chinese: {
    hypotheses: [
      '今天天气很好，我们去公园散步。',
      '机器翻译在2020年取得了3.5%的进步！',
      '他说：“我不知道。”',
      '𠀀𠀁是罕见字',
    ],
    references: [
      ['今天天气真好，我们去公园走走吧。', '今天天气很不错，我们到公园去散步。'],
      ['2020年，机器翻译进步了3.5%！', '机器翻译于2020年取得3.5%的进展。'],
      ['他说：「我不知道」。', '他说他不知道。'],
      ['𠀀𠀁都是罕见字。', '罕见字𠀀𠀁'],
    ],
  },
  /** Modifiers, flags, and a segment of one character. */
  emoji: {
    hypotheses: ['👍🏽 great 😀😀 work!', 'see you 🇨🇿 in Prague 🙂', 'no emoji here', '😀'],
    references: [['👍 great work 😀!'], ['See you in Prague 🇨🇿🙂'], ['no emoji here 🙈'], ['😀']],
  },
  /** Empty on either side, on both, and one of two references. */
  empties: {
    hypotheses: ['', 'something', '', 'a b', '   '],
    references: [[''], [''], ['something else'], ['', 'a b c'], ['x']],
  },
  /** White space of several kinds, and characters that only look like it. */
  spaces: {
    hypotheses: [
      'one two  three four ',
      'five\u00a0six\u3000seven eight nine',
      'zero\u200bwidth \ufeffjoined words here',
      'tab\tand\u0085next\u001fline now',
    ],
    references: [
      ['one  two three four'],
      ['five six seven eight nine ten'],
      ['zerowidth joined words here'],
      ['tab and next line then'],
    ],
  },
  /** Blocks to shift, past the beam and where words repeat. */
  moved: {
    hypotheses: [
      'the delegation left on Monday for Geneva after long talks in the capital',
      'a b c d e f g h i j k l m n o p q r s t u v w x y z 1 2 3 4 5 6 7 8 9 0',
      'red blue red blue red blue green red blue red blue',
    ],
    references: [
      ['after long talks in the capital the delegation left for Geneva on Monday'],
      [
        'm n o p q r s t u v w x y z 1 2 3 4 5 6 7 8 9 0 a b c d e f g h i j k l',
        '0 9 8 7 6 5 4 3 2 1 a b c d e f g h i j k l m n o p q r s t u v w x y z',
      ],
      ['green red blue red blue red blue red blue red blue'],
    ],
  },
  /** What sacreBLEU's second tokenization of references changes. */
  possessive: {
    hypotheses: ["That is John's.", "The dog's bone; it's 3-4 years old, isn't it?"],
    references: [["That is John's."], ["It's the dog's bone: 3-4 years old, is it not?"]],
  },
} as const satisfies Record<string, CaseTexts>;

export type CaseName = keyof typeof caseTexts;
