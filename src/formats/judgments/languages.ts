/** Language codes by the names that campaigns use: English names and three-letter codes. */

const languages = new Map(
  `
  ar Arabic ara
  bg Bulgarian bul
  bn Bengali ben
  cs Czech ces cze cz
  de German deu ger
  en English eng
  es Spanish spa esn
  et Estonian est
  eu Basque eus baq
  fi Finnish fin
  fr French fra fre
  gu Gujarati guj
  ha Hausa hau
  he Hebrew heb
  hi Hindi hin
  hr Croatian hrv
  hu Hungarian hun
  is Icelandic isl ice
  it Italian ita
  iu Inuktitut iku
  ja Japanese jpn
  kk Kazakh kaz
  km Khmer khm
  ko Korean kor
  liv Livonian
  lt Lithuanian lit
  lv Latvian lav
  nl Dutch nld dut
  pl Polish pol
  ps Pashto pus
  pt Portuguese por ptb portguese
  ro Romanian ron rum rom
  ru Russian rus
  sah Yakut
  ta Tamil tam
  tr Turkish tur trk
  uk Ukrainian ukr
  ur Urdu urd
  xh Xhosa xho
  zh Chinese zho chi
  zu Zulu zul
  multi Multisource
  all All
  `
    .trim()
    .split('\n')
    .flatMap((line) => {
      const names = line.trim().toLowerCase().split(' ');
      return names.map((name) => [name, names[0]!] as const);
    }),
);

/** `de-en` for German and English, or deu and eng; an unknown language keeps its name. */
export const languagePair = (from: string, to: string): string => `${codeOf(from)}-${codeOf(to)}`;

/** Whether it is the name or code of a known language. */
export const isLanguage = (name: string): boolean => languages.has(name.toLowerCase());

const codeOf = (language: string): string => languages.get(language.toLowerCase()) ?? language;
