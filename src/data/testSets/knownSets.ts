/**
 * The test sets that are known by name: where they are, what is in them, and which references count. Facts alone, and no imports, so that
 * the build keeps this file apart from the commands. Those of sacreBLEU 2.6 have its names, checksums and choices; `testSet.ts` says how
 * an entry is read.
 */

/** A set as it is written down here and in the files of `assay testset add`. */
export interface SetEntry {
  readonly name: string;
  readonly about: string;
  /** sgml: a file for each language, or plain text if it is not named .sgm or .xml; xml: WMT's, with everything in one file. */
  readonly format: 'sgml' | 'xml' | 'text' | 'tsv' | 'jsonl';
  readonly files: readonly FileEntry[];
  /** `en-de`, or `en-cs=en-cz` if members are named otherwise. */
  readonly pairs: string;
  /** Source and references in the archives, with {pair}, {s} and {t}; of tsv with the column in front, from 0. */
  readonly members: readonly string[];
  /** Names of the references that count, if a file has several; '' has no name. By default all. */
  readonly references?: readonly string[];
  /** What is different for some pairs. */
  readonly except?: Readonly<Record<string, Partial<Pick<SetEntry, 'members' | 'references'>>>>;
  /** Documents have no ids in it. */
  readonly bare?: true;
  /** Keys of `citations`. */
  readonly cite?: readonly string[];
  /** Written down from descriptions of the set: nobody has fetched it yet. */
  readonly unverified?: true;
}

/** A file to fetch: an archive (.tgz, .tar.gz, .tar, .zip), a file with gzip (.gz), or a file as it is. */
export interface FileEntry {
  readonly url: string;
  readonly md5?: string;
  /** The hash by which Git knows the file. */
  readonly blob?: string;
  /** It holds the members in this folder and no others. */
  readonly folder?: string;
}

const statmt = 'https://data.statmt.org/';
const oldStatmt = 'https://statmt.org/';
const github = 'https://github.com/';
const raw = 'https://raw.githubusercontent.com/';

/** Archives of TED talks, one for each direction. */
const ted = (release: string, sums: Readonly<Record<string, string>>): FileEntry[] =>
  Object.entries(sums).map(([pair, md5]) => ({
    url: `${raw}hlt-mt/WIT3/master/archive/${release}/texts/${pair.replace('-', '/')}/${pair}.tgz`,
    md5,
    folder: `${pair}/`,
  }));

const wmt21Test = { url: `${statmt}wmt21/translation-task/test.tgz`, md5: '32e7ab995bc318414375d60f0269af92' };
const wmt20Test = { url: `${statmt}wmt20/translation-task/test.tgz`, md5: '3b1f777cfd2fb15ccf66e9bfdb2b1699' };
const wmt20Robust = {
  url: `${statmt}wmt20/robustness-task/robustness20-3-sets.zip`,
  md5: 'a12ac9ebe89b72195041518dffc4a9d5',
};
const wmt19Test = { url: `${statmt}wmt19/translation-task/test.tgz`, md5: '84de7162d158e28403103b01aeefc39a' };
const wmt17Test = { url: `${statmt}wmt17/translation-task/test.tgz`, md5: '86a1724c276004aa25455ae2a04cef26' };
const wmt17TestUpdate1 = {
  url: `${statmt}wmt17/translation-task/test-update-1.tgz`,
  md5: '91dbfd5af99bc6891a637a68e04dfd41',
};
const wmt16Test = { url: `${statmt}wmt16/translation-task/test.tgz`, md5: '3d809cd0c2c86adb2c67034d15c4e446' };
const wmt08Test = { url: `${oldStatmt}wmt08/test.tgz`, md5: '0582e4e894a3342044059c894e1aea3d' };
const multi30k = {
  url: `${raw}multi30k/dataset/master/data/task1/multi30k_test_sets_d3ec2a38.tar.gz`,
  md5: '9cf8f22d57fee2ca2af3c682dfdc525b',
};
const mtnt = {
  url: `${github}pmichel31415/mtnt/releases/download/v1.1/MTNT.1.1.tar.gz`,
  md5: '8ce1831ac584979ba8cdcd9d4be43e1d',
};
const ted2017Test = ted('2017-01-ted-test', {
  'en-fr': '1849bcc3b006dc0642a8843b11aa7192',
  'fr-en': '79bf7a2ef02d226875f55fb076e7e473',
  'en-de': 'b68e7097b179491f6c466ef41ad72b9b',
  'de-en': 'e3f5b2a075a2da1a395c8b60bf1e9be1',
  'en-ar': 'ecdc6bc4ab4c8984e919444f3c05183a',
  'ar-en': '4b5141d14b98706c081371e2f8afe0ca',
  'en-ja': 'd957ee79de1f33c89077d37c5a2c5b06',
  'ja-en': 'c213e8bb918ebf843543fe9fd2e33db2',
  'en-ko': '59f6a81c707378176e9ad8bb8d811f5f',
  'ko-en': '7e580af973bb389ec1d1378a1850742f',
  'en-zh': '975a858783a0ebec8c57d83ddd5bd381',
  'zh-en': 'cc51d9b7fe1ff2af858c6a0dd80b8815',
});
const ted2017Training = ted('2017-01-trnted', {
  'en-de': 'd8a32cfc002a4f12b17429cfa78050e6',
  'de-en': 'ca2b94d694150d4d6c5dc64c200fa589',
  'en-fr': '3cf07ebe305312b12f7f1a4d5f8f8377',
  'fr-en': '19927da9de0f40348cad9c0fc61642ac',
  'en-zh': '575b788dad6c5b9c5cee636f9ac1094a',
  'zh-en': '1c0ae40171d52593df8a6963d3828116',
});

export const knownSets: readonly SetEntry[] = [
  {
    name: 'wmt26',
    about: 'General translation task of WMT26, in whole documents',
    format: 'jsonl',
    files: [
      {
        url: `${raw}wmt-conference/wmt26-general-mt/1fa5211cb0595270a06374b29db0d7c7565a39fa/data/wmt26-genmt.jsonl`,
        blob: 'a6d21010b77a1bab78ae1c4e90ad0f975f31ae66',
      },
    ],
    pairs:
      'cs-de=ces_Latn-deu_Latn cs-uk=ces_Latn-ukr_Cyrl cs-vi=ces_Latn-vie_Latn en-arz=eng_Latn-arz_Arab en-be=eng_Latn-bel_Cyrl en-cs=eng_Latn-ces_Latn en-de=eng_Latn-deu_Latn en-et=eng_Latn-ekk_Latn en-hy=eng_Latn-hye_Armn en-id=eng_Latn-ind_Latn en-is=eng_Latn-isl_Latn en-ja=eng_Latn-jpn_Jpan en-kk=eng_Latn-kaz_Cyrl en-ko=eng_Latn-kor_Hang en-lij=eng_Latn-lij_Latn en-lld=eng_Latn-lld_Latn en-ru=eng_Latn-rus_Cyrl en-se=eng_Latn-sme_Latn en-th=eng_Latn-tha_Thai en-uk=eng_Latn-ukr_Cyrl en-zh=eng_Latn-zho_Hans en-zh_TW=eng_Latn-zho_Hant_TW zh-ja=zho_Hans-jpn_Jpan',
    members: ['wmt26-genmt.jsonl'],
    unverified: true,
  },
  {
    name: 'wmt25',
    about: 'General translation task of WMT25, in whole documents',
    format: 'jsonl',
    files: [
      {
        url: `${raw}wmt-conference/wmt25-general-mt/ebae87369fc8931d7f1c6faf8192e8f04a480d1f/data/wmt25-genmt.jsonl`,
        blob: 'f9b0c8a0033374a8cda8215edaa3e7b899c96505',
      },
    ],
    pairs:
      'cs-de=cs-de_DE cs-uk=cs-uk_UA en-ar=en-ar_EG en-bho=en-bho_IN en-bn=en-bn_BD en-cs=en-cs_CZ en-de=en-de_DE en-el=en-el_GR en-et=en-et_EE en-fa=en-fa_IR en-hi=en-hi_IN en-id=en-id_ID en-is=en-is_IS en-it=en-it_IT en-ja=en-ja_JP en-kn=en-kn_IN en-ko=en-ko_KR en-lt=en-lt_LT en-mas=en-mas_KE en-mr=en-mr_IN en-ro=en-ro_RO en-ru=en-ru_RU en-sr_Cyrl=en-sr_Cyrl_RS en-sr_Latn=en-sr_Latn_RS en-sv=en-sv_SE en-th=en-th_TH en-tr=en-tr_TR en-uk=en-uk_UA en-vi=en-vi_VN en-zh=en-zh_CN ja-zh=ja-zh_CN',
    members: ['wmt25-genmt.jsonl'],
    cite: ['kocmi-etal-2025-findings'],
    unverified: true,
  },
  {
    name: 'wmt24',
    about: 'General translation task of WMT24',
    format: 'xml',
    files: [
      {
        url: `${github}wmt-conference/wmt24-news-systems/releases/download/v1.1/data_onlyxml.tar.gz`,
        md5: '299963fcb7b4e86d6d212bf69beb9580',
      },
    ],
    pairs: 'cs-uk en-cs en-de en-es en-hi en-is en-ja en-ru en-uk en-zh ja-zh',
    members: ['xml/wmttest2024.{pair}.all.xml'],
    references: ['refA'],
  },
  {
    name: 'wmt23',
    about: 'General translation task of WMT23, with outputs of systems',
    format: 'xml',
    files: [
      {
        url: `${github}wmt-conference/wmt23-news-systems/archive/refs/tags/v.0.1.tar.gz`,
        md5: '63576405e4ce07130a19ad76ba7eb75b',
      },
    ],
    pairs: 'cs-uk de-en en-cs en-de en-he en-ja en-ru en-uk en-zh he-en ja-en ru-en uk-en zh-en',
    members: ['wmt23-news-systems-v.0.1/xml/wmttest2023.{pair}.all.xml'],
    references: ['refA'],
    except: { 'en-he he-en': { references: ['refB'] } },
  },
  {
    name: 'wmt22',
    about: 'General translation task of WMT22, with outputs of systems',
    format: 'xml',
    files: [
      {
        url: `${github}wmt-conference/wmt22-news-systems/archive/refs/tags/v1.1.tar.gz`,
        md5: '0840978b9b50b9ac3b2b081e37d620b9',
      },
    ],
    pairs:
      'cs-en cs-uk de-en de-fr en-cs en-de en-hr en-ja en-liv en-ru en-uk en-zh fr-de ja-en liv-en ru-en ru-sah sah-ru uk-cs uk-en zh-en',
    members: ['wmt22-news-systems-1.1/xml/wmttest2022.{pair}.all.xml'],
    references: ['A'],
    except: { 'cs-en en-cs': { references: ['B'] }, 'liv-en ru-sah': { references: [''] } },
  },
  {
    name: 'wmt21/systems',
    about: 'News translation task of WMT21, with outputs of systems',
    format: 'xml',
    files: [
      {
        url: `${github}wmt-conference/wmt21-news-systems/archive/refs/tags/v1.3.tar.gz`,
        md5: 'a6aee4099da58f98f71eb3fac1694237',
      },
    ],
    pairs:
      'de-fr en-de en-ha en-is en-ja fr-de ha-en is-en ja-en zh-en en-zh cs-en de-en en-cs en-ru ru-en bn-hi hi-bn xh-zu zu-xh',
    members: ['wmt21-news-systems-1.3/xml/newstest2021.{pair}.all.xml'],
    references: ['A'],
    except: { 'bn-hi hi-bn xh-zu zu-xh': { members: ['wmt21-news-systems-1.3/xml/florestest2021.{pair}.all.xml'] } },
  },
  {
    name: 'wmt21',
    about: 'News translation task of WMT21',
    format: 'xml',
    files: [wmt21Test],
    pairs:
      'de-fr en-de en-ha en-is en-ja fr-de ha-en is-en ja-en zh-en en-zh cs-en de-en en-cs en-ru ru-en bn-hi hi-bn xh-zu zu-xh',
    members: ['test/newstest2021.{pair}.xml'],
    references: ['A'],
    except: { 'bn-hi hi-bn xh-zu zu-xh': { members: ['test/florestest2021.{pair}.xml'] } },
  },
  {
    name: 'wmt21/B',
    about: 'WMT21 with reference B',
    format: 'xml',
    files: [wmt21Test],
    pairs: 'cs-en de-en en-cs en-ru en-zh ru-en',
    members: ['test/newstest2021.{pair}.xml'],
    references: ['B'],
  },
  {
    name: 'wmt21/AB',
    about: 'WMT21 with references A and B',
    format: 'xml',
    files: [wmt21Test],
    pairs: 'cs-en de-en en-de en-cs en-ru en-zh ru-en',
    members: ['test/newstest2021.{pair}.xml'],
    references: ['A', 'B'],
  },
  {
    name: 'wmt21/C',
    about: 'WMT21 with reference C',
    format: 'xml',
    files: [wmt21Test],
    pairs: 'en-de',
    members: ['test/newstest2021.{pair}.xml'],
    references: ['C'],
  },
  {
    name: 'wmt21/AC',
    about: 'WMT21 with references A and C',
    format: 'xml',
    files: [wmt21Test],
    pairs: 'en-de',
    members: ['test/newstest2021.{pair}.xml'],
    references: ['A', 'C'],
  },
  {
    name: 'wmt21/D',
    about: 'WMT21 with reference D',
    format: 'xml',
    files: [wmt21Test],
    pairs: 'en-de',
    members: ['test/newstest2021.{pair}.xml'],
    references: ['D'],
  },
  {
    name: 'wmt21/dev',
    about: 'Development sets of WMT21, translated from both languages',
    format: 'xml',
    files: [{ url: `${statmt}wmt21/translation-task/dev.tgz`, md5: '165da59ac8dfb5b7cafd7e90b1cac672' }],
    pairs: 'en-ha ha-en en-is is-en',
    members: ['dev/xml/newsdev2021.{pair}.xml'],
    references: ['A', ''],
  },
  {
    name: 'wmt20/tworefs',
    about: 'WMT20 pairs that have two references',
    format: 'sgml',
    files: [wmt20Test],
    pairs: 'de-en en-de en-zh ru-en zh-en',
    members: [
      'sgm/newstest2020-{s}{t}-src.{s}.sgm',
      'sgm/newstest2020-{s}{t}-ref.{t}.sgm',
      'sgm/newstestB2020-{s}{t}-ref.{t}.sgm',
    ],
  },
  {
    name: 'wmt20',
    about: 'News translation task of WMT20',
    format: 'sgml',
    files: [wmt20Test],
    pairs:
      'cs-en de-en de-fr en-cs en-de en-iu en-ja en-km en-pl en-ps en-ru en-ta en-zh fr-de iu-en ja-en km-en pl-en ps-en ru-en ta-en zh-en',
    members: ['sgm/newstest2020-{s}{t}-src.{s}.sgm', 'sgm/newstest2020-{s}{t}-ref.{t}.sgm'],
  },
  {
    name: 'wmt20/dev',
    about: 'Development sets of WMT20, for its new languages',
    format: 'sgml',
    files: [{ url: `${statmt}wmt20/translation-task/dev.tgz`, md5: '037f2b37aab74febbb1b2307dc2afb54' }],
    pairs: 'iu-en en-iu ja-en en-ja pl-en en-pl ta-en en-ta',
    members: ['dev/newsdev2020-{s}{t}-src.{s}.sgm', 'dev/newsdev2020-{s}{t}-ref.{t}.sgm'],
  },
  {
    name: 'wmt20/robust/set1',
    about: 'Robustness task of WMT20: set 1',
    format: 'text',
    files: [wmt20Robust],
    pairs: 'en-ja en-de',
    members: ['robustness20-3-sets/robustness20-set1-{s}{t}.{s}', 'robustness20-3-sets/robustness20-set1-{s}{t}.{t}'],
  },
  {
    name: 'wmt20/robust/set2',
    about: 'Robustness task of WMT20: set 2',
    format: 'text',
    files: [wmt20Robust],
    pairs: 'en-ja ja-en',
    members: ['robustness20-3-sets/robustness20-set2-{s}{t}.{s}', 'robustness20-3-sets/robustness20-set2-{s}{t}.{t}'],
  },
  {
    name: 'wmt20/robust/set3',
    about: 'Robustness task of WMT20: set 3',
    format: 'text',
    files: [wmt20Robust],
    pairs: 'de-en',
    members: ['robustness20-3-sets/robustness20-set3-{s}{t}.{s}', 'robustness20-3-sets/robustness20-set3-{s}{t}.{t}'],
  },
  {
    name: 'wmt19',
    about: 'News translation task of WMT19',
    format: 'sgml',
    files: [wmt19Test],
    pairs:
      'cs-de de-cs de-en de-fr en-cs en-de en-fi en-gu en-kk en-lt en-ru en-zh fi-en fr-de gu-en kk-en lt-en ru-en zh-en',
    members: ['sgm/newstest2019-{s}{t}-src.{s}.sgm', 'sgm/newstest2019-{s}{t}-ref.{t}.sgm'],
    cite: ['ws-2019-machine'],
  },
  {
    name: 'wmt19/dev',
    about: 'Development sets of WMT19, for its new languages',
    format: 'sgml',
    files: [{ url: `${statmt}wmt19/translation-task/dev.tgz`, md5: 'f2ec7af5947c19e0cacb3882eb208002' }],
    pairs: 'lt-en en-lt gu-en en-gu kk-en en-kk',
    members: ['dev/newsdev2019-{s}{t}-src.{s}.sgm', 'dev/newsdev2019-{s}{t}-ref.{t}.sgm'],
  },
  {
    name: 'wmt19/google/ar',
    about: 'WMT19 with another reference, by Google',
    format: 'sgml',
    files: [
      wmt19Test,
      {
        url: `${raw}google/wmt19-paraphrased-references/master/wmt19/ende/wmt19-ende-ar.ref`,
        md5: 'd66d9e91548ced0ac476f2390e32e2de',
      },
    ],
    pairs: 'en-de',
    members: ['sgm/newstest2019-{s}{t}-src.{s}.sgm', 'wmt19-{s}{t}-ar.ref'],
    cite: ['freitag2020bleu'],
  },
  {
    name: 'wmt19/google/arp',
    about: 'WMT19 with a paraphrase of the reference of wmt19/google/ar',
    format: 'sgml',
    files: [
      wmt19Test,
      {
        url: `${raw}google/wmt19-paraphrased-references/master/wmt19/ende/wmt19-ende-arp.ref`,
        md5: 'c70ea808cf2bff621ad7a8fddd4deca9',
      },
    ],
    pairs: 'en-de',
    members: ['sgm/newstest2019-{s}{t}-src.{s}.sgm', 'wmt19-{s}{t}-arp.ref'],
    cite: ['freitag2020bleu'],
  },
  {
    name: 'wmt19/google/wmtp',
    about: 'WMT19 with a paraphrase of its own reference',
    format: 'sgml',
    files: [
      wmt19Test,
      {
        url: `${raw}google/wmt19-paraphrased-references/master/wmt19/ende/wmt19-ende-wmtp.ref`,
        md5: '587c660ee5fd44727f0db025b71c6a82',
      },
    ],
    pairs: 'en-de',
    members: ['sgm/newstest2019-{s}{t}-src.{s}.sgm', 'wmt19-{s}{t}-wmtp.ref'],
    cite: ['freitag2020bleu'],
  },
  {
    name: 'wmt19/google/hqr',
    about: 'WMT19 with the better of its reference and wmt19/google/ar, segment by segment',
    format: 'sgml',
    files: [
      wmt19Test,
      {
        url: `${raw}google/wmt19-paraphrased-references/master/wmt19/ende/wmt19-ende-hqr.ref`,
        md5: 'd9221135f62d7152de041f5bfc8efaea',
      },
    ],
    pairs: 'en-de',
    members: ['sgm/newstest2019-{s}{t}-src.{s}.sgm', 'wmt19-{s}{t}-hqr.ref'],
    cite: ['freitag2020bleu'],
  },
  {
    name: 'wmt19/google/hqp',
    about: 'WMT19 with the better of wmt19/google/arp and wmt19/google/wmtp, segment by segment',
    format: 'sgml',
    files: [
      wmt19Test,
      {
        url: `${raw}google/wmt19-paraphrased-references/master/wmt19/ende/wmt19-ende-hqp.ref`,
        md5: 'b7c3a07a59c8eccea5367e9ec5417a8a',
      },
    ],
    pairs: 'en-de',
    members: ['sgm/newstest2019-{s}{t}-src.{s}.sgm', 'wmt19-{s}{t}-hqp.ref'],
    cite: ['freitag2020bleu'],
  },
  {
    name: 'wmt19/google/hqall',
    about: 'WMT19 with the best of all these references, segment by segment',
    format: 'sgml',
    files: [
      wmt19Test,
      {
        url: `${raw}google/wmt19-paraphrased-references/master/wmt19/ende/wmt19-ende-hqall.ref`,
        md5: 'edecf10ced59e10b703a6fbcf1fa9dfa',
      },
    ],
    pairs: 'en-de',
    members: ['sgm/newstest2019-{s}{t}-src.{s}.sgm', 'wmt19-{s}{t}-hqall.ref'],
    cite: ['freitag2020bleu'],
  },
  {
    name: 'wmt18',
    about: 'News translation task of WMT18',
    format: 'sgml',
    files: [{ url: `${statmt}wmt18/translation-task/test.tgz`, md5: 'f996c245ecffea23d0006fa4c34e9064' }],
    pairs: 'cs-en de-en en-cs en-de en-et en-fi en-ru et-en fi-en ru-en en-tr tr-en en-zh zh-en',
    members: ['test/newstest2018-{s}{t}-src.{s}.sgm', 'test/newstest2018-{s}{t}-ref.{t}.sgm'],
    cite: ['bojar-etal-2018-findings'],
  },
  {
    name: 'wmt18/test-ts',
    about: 'WMT18 with its test suites between the documents',
    format: 'sgml',
    files: [{ url: `${statmt}wmt18/translation-task/test-ts.tgz`, md5: '5c621a34d512cc2dd74162ae7d00b320' }],
    pairs: 'cs-en de-en en-cs en-de en-et en-fi en-ru et-en fi-en ru-en en-tr tr-en en-zh zh-en',
    members: ['test-ts/newstest2018-{s}{t}-src-ts.{s}.sgm', 'test-ts/newstest2018-{s}{t}-ref-ts.{t}.sgm'],
  },
  {
    name: 'wmt18/dev',
    about: 'Development sets of WMT18: Estonian',
    format: 'sgml',
    files: [{ url: `${statmt}wmt18/translation-task/dev.tgz`, md5: '486f391da54a7a3247f02ebd25996f24' }],
    pairs: 'et-en en-et',
    members: ['dev/newsdev2018-{s}{t}-src.{s}.sgm', 'dev/newsdev2018-{s}{t}-ref.{t}.sgm'],
  },
  {
    name: 'wmt17',
    about: 'News translation task of WMT17',
    format: 'sgml',
    files: [wmt17Test],
    pairs: 'cs-en de-en en-cs en-de en-fi en-lv en-ru en-tr en-zh fi-en lv-en ru-en tr-en zh-en',
    members: ['test/newstest2017-{s}{t}-src.{s}.sgm', 'test/newstest2017-{s}{t}-ref.{t}.sgm'],
    cite: ['bojar-EtAl:2017:WMT1'],
  },
  {
    name: 'wmt17/B',
    about: 'WMT17 with reference B',
    format: 'sgml',
    files: [wmt17Test],
    pairs: 'en-fi',
    members: ['test/newstestB2017-{s}{t}-src.{s}.sgm', 'test/newstestB2017-{s}{t}-ref.{t}.sgm'],
  },
  {
    name: 'wmt17/tworefs',
    about: 'WMT17 with references A and B',
    format: 'sgml',
    files: [wmt17Test],
    pairs: 'en-fi',
    members: [
      'test/newstest2017-{s}{t}-src.{s}.sgm',
      'test/newstest2017-{s}{t}-ref.{t}.sgm',
      'test/newstestB2017-{s}{t}-ref.{t}.sgm',
    ],
  },
  {
    name: 'wmt17/improved',
    about: 'WMT17 with improved translations from and into Chinese',
    format: 'sgml',
    files: [wmt17TestUpdate1],
    pairs: 'en-zh zh-en',
    members: ['newstest2017-{s}{t}-src.{s}.sgm', 'newstest2017-{s}{t}-ref.{t}.sgm'],
  },
  {
    name: 'wmt17/dev',
    about: 'Development sets of WMT17, for its new languages',
    format: 'sgml',
    files: [{ url: `${statmt}wmt17/translation-task/dev.tgz`, md5: '9b1aa63c1cf49dccdd20b962fe313989' }],
    pairs: 'en-lv en-zh lv-en zh-en',
    members: ['dev/newsdev2017-{s}{t}-src.{s}.sgm', 'dev/newsdev2017-{s}{t}-ref.{t}.sgm'],
  },
  {
    name: 'wmt17/ms',
    about: 'WMT17 with two more references, by Microsoft',
    format: 'sgml',
    files: [
      {
        url: `${github}MicrosoftTranslator/Translator-HumanParityData/archive/master.zip`,
        md5: '18fdaa7a3c84cf6ef688da1f6a5fa96f',
      },
      wmt17TestUpdate1,
    ],
    pairs: 'zh-en',
    members: [
      'newstest2017-{s}{t}-src.{s}.sgm',
      'newstest2017-{s}{t}-ref.{t}.sgm',
      'Translator-HumanParityData-master/Translator-HumanParityData/References/Translator-HumanParityData-Reference-HT.txt',
      'Translator-HumanParityData-master/Translator-HumanParityData/References/Translator-HumanParityData-Reference-PE.txt',
    ],
    cite: ['achieving-human-parity-on-automatic-chinese-to-english-news-translation'],
  },
  {
    name: 'wmt16',
    about: 'News translation task of WMT16',
    format: 'sgml',
    files: [wmt16Test],
    pairs: 'cs-en de-en en-cs en-de en-fi en-ro en-ru en-tr fi-en ro-en ru-en tr-en',
    members: ['test/newstest2016-{s}{t}-src.{s}.sgm', 'test/newstest2016-{s}{t}-ref.{t}.sgm'],
    cite: ['bojar-EtAl:2016:WMT1'],
  },
  {
    name: 'wmt16/B',
    about: 'WMT16 with reference B',
    format: 'sgml',
    files: [wmt16Test],
    pairs: 'en-fi',
    members: ['test/newstest2016-{s}{t}-src.{s}.sgm', 'test/newstestB2016-{s}{t}-ref.{t}.sgm'],
  },
  {
    name: 'wmt16/tworefs',
    about: 'WMT16 with references A and B',
    format: 'sgml',
    files: [wmt16Test],
    pairs: 'en-fi',
    members: [
      'test/newstest2016-{s}{t}-src.{s}.sgm',
      'test/newstest2016-{s}{t}-ref.{t}.sgm',
      'test/newstestB2016-{s}{t}-ref.{t}.sgm',
    ],
  },
  {
    name: 'wmt16/dev',
    about: 'Development sets of WMT16, for its new languages',
    format: 'sgml',
    files: [{ url: `${statmt}wmt16/translation-task/dev.tgz`, md5: '4a3dc2760bb077f4308cce96b06e6af6' }],
    pairs: 'en-ro en-tr ro-en tr-en',
    members: ['dev/newsdev2016-{s}{t}-src.{s}.sgm', 'dev/newsdev2016-{s}{t}-ref.{t}.sgm'],
  },
  {
    name: 'wmt15',
    about: 'Translation task of WMT15',
    format: 'sgml',
    files: [{ url: `${oldStatmt}wmt15/test.tgz`, md5: '67e3beca15e69fe3d36de149da0a96df' }],
    pairs: 'en-fr fr-en cs-en de-en en-cs en-de en-fi en-ru fi-en ru-en',
    members: ['test/newstest2015-{s}{t}-src.{s}.sgm', 'test/newstest2015-{s}{t}-ref.{t}.sgm'],
    except: {
      'en-fr fr-en': {
        members: ['test/newsdiscusstest2015-{s}{t}-src.{s}.sgm', 'test/newsdiscusstest2015-{s}{t}-ref.{t}.sgm'],
      },
    },
    cite: ['bojar-EtAl:2015:WMT'],
  },
  {
    name: 'wmt14',
    about: 'Translation task of WMT14, as evaluated: the filtered version',
    format: 'sgml',
    files: [{ url: `${oldStatmt}wmt14/test-filtered.tgz`, md5: '84c597844c1542e29c2aff23aaee4310' }],
    pairs: 'cs-en en-cs de-en en-de en-fr fr-en en-hi hi-en en-ru ru-en',
    members: ['test/newstest2014-{s}{t}-src.{s}.sgm', 'test/newstest2014-{s}{t}-ref.{t}.sgm'],
    except: {
      'en-cs en-de en-fr en-hi en-ru': {
        members: ['test/newstest2014-{t}{s}-src.{s}.sgm', 'test/newstest2014-{t}{s}-ref.{t}.sgm'],
      },
    },
    cite: ['bojar-EtAl:2014:W14-33'],
  },
  {
    name: 'wmt14/full',
    about: 'Translation task of WMT14, all segments',
    format: 'sgml',
    files: [{ url: `${oldStatmt}wmt14/test-full.tgz`, md5: 'a8cd784e006feb32ac6f3d9ec7eb389a' }],
    pairs: 'cs-en en-cs de-en en-de en-fr fr-en en-hi hi-en en-ru ru-en',
    members: ['test-full/newstest2014-{s}{t}-src.{s}.sgm', 'test-full/newstest2014-{s}{t}-ref.{t}.sgm'],
    except: {
      'en-cs en-de en-fr en-hi en-ru': {
        members: ['test-full/newstest2014-{t}{s}-src.{s}.sgm', 'test-full/newstest2014-{t}{s}-ref.{t}.sgm'],
      },
    },
  },
  {
    name: 'wmt13',
    about: 'Translation task of WMT13',
    format: 'sgml',
    files: [{ url: `${oldStatmt}wmt13/test.tgz`, md5: '48eca5d02f637af44e85186847141f67' }],
    pairs: 'cs-en en-cs de-en en-de es-en en-es fr-en en-fr ru-en en-ru',
    members: ['test/newstest2013-src.{s}.sgm', 'test/newstest2013-src.{t}.sgm'],
    cite: ['bojar-EtAl:2013:WMT'],
  },
  {
    name: 'wmt12',
    about: 'Translation task of WMT12',
    format: 'sgml',
    files: [{ url: `${oldStatmt}wmt12/test.tgz`, md5: '608232d34ebc4ba2ff70fead45674e47' }],
    pairs: 'cs-en en-cs de-en en-de es-en en-es fr-en en-fr',
    members: ['test/newstest2012-src.{s}.sgm', 'test/newstest2012-src.{t}.sgm'],
    cite: ['callisonburch-EtAl:2012:WMT'],
  },
  {
    name: 'wmt11',
    about: 'Translation task of WMT11',
    format: 'sgml',
    files: [{ url: `${oldStatmt}wmt11/test.tgz`, md5: 'b0c9680adf32d394aefc2b24e3a5937e' }],
    pairs: 'cs-en en-cs de-en en-de fr-en en-fr es-en en-es',
    members: ['newstest2011-src.{s}.sgm', 'newstest2011-src.{t}.sgm'],
    cite: ['callisonburch-EtAl:2011:WMT'],
  },
  {
    name: 'wmt10',
    about: 'Translation task of WMT10',
    format: 'sgml',
    files: [{ url: `${oldStatmt}wmt10/test.tgz`, md5: '491cb885a355da5a23ea66e7b3024d5c' }],
    pairs: 'cs-en=cz-en en-cs=en-cz de-en en-de es-en en-es fr-en en-fr',
    members: ['test/newstest2010-src.{s}.sgm', 'test/newstest2010-src.{t}.sgm'],
    cite: ['callisonburch-EtAl:2010:WMT'],
  },
  {
    name: 'wmt09',
    about: 'Translation task of WMT09',
    format: 'sgml',
    files: [{ url: `${oldStatmt}wmt09/test.tgz`, md5: 'da227abfbd7b666ec175b742a0d27b37' }],
    pairs: 'cs-en=cz-en en-cs=en-cz de-en en-de es-en en-es fr-en en-fr hu-en en-hu it-en en-it',
    members: ['test/newstest2009-src.{s}.sgm', 'test/newstest2009-src.{t}.sgm'],
    cite: ['callisonburch-EtAl:2009:WMT-09'],
  },
  {
    name: 'wmt08',
    about: 'Translation task of WMT08: news',
    format: 'sgml',
    files: [wmt08Test],
    pairs: 'cs-en=cz-en en-cs=en-cz de-en en-de es-en en-es fr-en en-fr hu-en en-hu',
    members: ['test/newstest2008-src.{s}.sgm', 'test/newstest2008-src.{t}.sgm'],
    bare: true,
    cite: ['callisonburch-EtAl:2008:WMT'],
  },
  {
    name: 'wmt08/nc',
    about: 'Translation task of WMT08: news commentary',
    format: 'sgml',
    files: [wmt08Test],
    pairs: 'cs-en=cz-en en-cs=en-cz',
    members: ['test/nc-test2008-src.{s}.sgm', 'test/nc-test2008-src.{t}.sgm'],
    bare: true,
  },
  {
    name: 'wmt08/europarl',
    about: 'Translation task of WMT08: Europarl',
    format: 'sgml',
    files: [wmt08Test],
    pairs: 'de-en en-de es-en en-es fr-en en-fr',
    members: ['test/test2008-src.{s}.sgm', 'test/test2008-src.{t}.sgm'],
    bare: true,
  },
  {
    name: 'iwslt17',
    about: 'TED talks of IWSLT 2017: test set',
    format: 'sgml',
    files: ted2017Test,
    pairs: 'en-fr fr-en en-de de-en en-zh zh-en en-ar ar-en en-ja ja-en en-ko ko-en',
    members: ['{pair}/IWSLT17.TED.tst2017.{pair}.{s}.xml', '{t}-{s}/IWSLT17.TED.tst2017.{t}-{s}.{t}.xml'],
    cite: ['iwslt2017'],
  },
  {
    name: 'iwslt17/tst2016',
    about: 'TED talks of IWSLT 2017: development set tst2016',
    format: 'sgml',
    files: ted2017Test.filter(({ url }) => /(?:fr|de|zh)-en|en-(?:fr|de|zh)/.test(url)),
    pairs: 'en-fr fr-en en-de de-en en-zh zh-en',
    members: ['{pair}/IWSLT17.TED.tst2016.{pair}.{s}.xml', '{t}-{s}/IWSLT17.TED.tst2016.{t}-{s}.{t}.xml'],
  },
  {
    name: 'iwslt17/tst2015',
    about: 'TED talks of IWSLT 2017: development set tst2015',
    format: 'sgml',
    files: ted2017Training,
    pairs: 'en-fr fr-en en-de de-en en-zh zh-en',
    members: ['{pair}/IWSLT17.TED.tst2015.{pair}.{s}.xml', '{t}-{s}/IWSLT17.TED.tst2015.{t}-{s}.{t}.xml'],
  },
  {
    name: 'iwslt17/tst2014',
    about: 'TED talks of IWSLT 2017: development set tst2014',
    format: 'sgml',
    files: ted2017Training,
    pairs: 'en-fr fr-en en-de de-en en-zh zh-en',
    members: ['{pair}/IWSLT17.TED.tst2014.{pair}.{s}.xml', '{t}-{s}/IWSLT17.TED.tst2014.{t}-{s}.{t}.xml'],
  },
  {
    name: 'iwslt17/tst2013',
    about: 'TED talks of IWSLT 2017: development set tst2013',
    format: 'sgml',
    files: ted2017Training,
    pairs: 'en-fr fr-en en-de de-en en-zh zh-en',
    members: ['{pair}/IWSLT17.TED.tst2013.{pair}.{s}.xml', '{t}-{s}/IWSLT17.TED.tst2013.{t}-{s}.{t}.xml'],
  },
  {
    name: 'iwslt17/tst2012',
    about: 'TED talks of IWSLT 2017: development set tst2012',
    format: 'sgml',
    files: ted2017Training,
    pairs: 'en-fr fr-en en-de de-en en-zh zh-en',
    members: ['{pair}/IWSLT17.TED.tst2012.{pair}.{s}.xml', '{t}-{s}/IWSLT17.TED.tst2012.{t}-{s}.{t}.xml'],
  },
  {
    name: 'iwslt17/tst2011',
    about: 'TED talks of IWSLT 2017: development set tst2011',
    format: 'sgml',
    files: ted2017Training,
    pairs: 'en-fr fr-en en-de de-en en-zh zh-en',
    members: ['{pair}/IWSLT17.TED.tst2011.{pair}.{s}.xml', '{t}-{s}/IWSLT17.TED.tst2011.{t}-{s}.{t}.xml'],
  },
  {
    name: 'iwslt17/tst2010',
    about: 'TED talks of IWSLT 2017: development set tst2010',
    format: 'sgml',
    files: ted2017Training,
    pairs: 'en-fr fr-en en-de de-en en-zh zh-en',
    members: ['{pair}/IWSLT17.TED.tst2010.{pair}.{s}.xml', '{t}-{s}/IWSLT17.TED.tst2010.{t}-{s}.{t}.xml'],
  },
  {
    name: 'iwslt17/dev2010',
    about: 'TED talks of IWSLT 2017: development set dev2010',
    format: 'sgml',
    files: ted2017Training,
    pairs: 'en-fr fr-en en-de de-en en-zh zh-en',
    members: ['{pair}/IWSLT17.TED.dev2010.{pair}.{s}.xml', '{t}-{s}/IWSLT17.TED.dev2010.{t}-{s}.{t}.xml'],
  },
  {
    name: 'mtedx/valid',
    about: 'Multilingual TEDx: validation set',
    format: 'text',
    files: [{ url: `${raw}esalesky/mtedx-eval/main/valid.tar.gz`, md5: '40618171614c50e6cbb5e5bbceee0635' }],
    pairs: 'el-en es-en es-fr es-it es-pt fr-en fr-es fr-pt it-en it-es pt-en pt-es ru-en',
    members: ['valid/mtedx-valid-{s}{t}.{s}', 'valid/mtedx-valid-{s}{t}.{t}'],
    cite: ['salesky2021multilingual'],
  },
  {
    name: 'mtedx/test',
    about: 'Multilingual TEDx: test set',
    format: 'text',
    files: [{ url: `${raw}esalesky/mtedx-eval/main/test.tar.gz`, md5: 'fa4cb1548c210ec424d7d6bc9a3675a7' }],
    pairs: 'el-en es-en es-fr es-it es-pt fr-en fr-es fr-pt it-en it-es pt-en pt-es ru-en',
    members: ['test/mtedx-test-{s}{t}.{s}', 'test/mtedx-test-{s}{t}.{t}'],
    cite: ['salesky2021multilingual'],
  },
  {
    name: 'multi30k/2016',
    about: 'Multi30k, captions of Flickr images: test set of 2016',
    format: 'text',
    files: [multi30k],
    pairs: 'en-fr en-de en-cs',
    members: ['test_2016_flickr.{s}', 'test_2016_flickr.{t}'],
    cite: ['elliott-etal-2016-multi30k'],
  },
  {
    name: 'multi30k/2017',
    about: 'Multi30k, captions of Flickr images: test set of 2017',
    format: 'text',
    files: [multi30k],
    pairs: 'en-fr en-de',
    members: ['test_2017_flickr.{s}', 'test_2017_flickr.{t}'],
    cite: ['elliott-etal-2016-multi30k', 'elliott-etal-2017-findings'],
  },
  {
    name: 'multi30k/2018',
    about: 'Multi30k, captions of Flickr images: test set of 2018',
    format: 'text',
    files: [
      multi30k,
      {
        url: `${raw}multi30k/dataset/master/data/task1/raw/test_2018_flickr.cs.gz`,
        md5: '4c6b6490e58107b2e397c5e3e1690abc',
      },
      {
        url: `${raw}multi30k/dataset/master/data/task1/raw/test_2018_flickr.de.gz`,
        md5: '87e00327083dd69feaa029a8f7c1a047',
      },
      {
        url: `${raw}multi30k/dataset/master/data/task1/raw/test_2018_flickr.fr.gz`,
        md5: 'a64563e986438ed731a6713027c36bfd',
      },
    ],
    pairs: 'en-fr en-de en-cs',
    members: ['test_2018_flickr.{s}', 'test_2018_flickr.{t}.gz'],
    cite: ['elliott-etal-2016-multi30k', 'barrault-etal-2018-findings'],
  },
  {
    name: 'mtnt2019',
    about: 'Robustness task of WMT19: noisy comments from Reddit',
    format: 'tsv',
    files: [{ url: 'https://pmichel31415.github.io/hosting/MTNT2019.tar.gz', md5: '78a672e1931f106a8549023c0e8af8f6' }],
    pairs: 'en-fr fr-en en-ja ja-en',
    members: ['2:MTNT2019/{pair}.final.tsv', '3:MTNT2019/{pair}.final.tsv'],
  },
  {
    name: 'mtnt1.1/test',
    about: 'MTNT 1.1, noisy comments from Reddit: test set',
    format: 'tsv',
    files: [mtnt],
    pairs: 'en-fr fr-en en-ja ja-en',
    members: ['1:MTNT/test/test.{pair}.tsv', '2:MTNT/test/test.{pair}.tsv'],
    cite: ['michel2018a:mtnt'],
  },
  {
    name: 'mtnt1.1/valid',
    about: 'MTNT 1.1, noisy comments from Reddit: validation set',
    format: 'tsv',
    files: [mtnt],
    pairs: 'en-fr fr-en en-ja ja-en',
    members: ['1:MTNT/valid/valid.{pair}.tsv', '2:MTNT/valid/valid.{pair}.tsv'],
    cite: ['michel2018a:mtnt'],
  },
  {
    name: 'mtnt1.1/train',
    about: 'MTNT 1.1, noisy comments from Reddit: training set',
    format: 'tsv',
    files: [mtnt],
    pairs: 'en-fr fr-en en-ja ja-en',
    members: ['1:MTNT/train/train.{pair}.tsv', '2:MTNT/train/train.{pair}.tsv'],
    cite: ['michel2018a:mtnt'],
  },
];

/** Country and domain of documents, as sacreBLEU 2.6 labels them for --subset: the documents of each label, by set. */
export const documentLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  wmt18: {
    'EU-business-DE': 'nytimes.127392',
    'EU-scitech-FR': 'euronews-en.118001',
    'EU-sport': 'abcnews.255599 independent.181052',
    'EU-world': 'novinite.com.23995',
    'GB-business': 'bbc.310946',
    'GB-entertainment': 'independent.181088 guardian.181666',
    'GB-politics': 'scotsman.104225',
    'GB-scitech': 'dailymail.co.uk.233026 dailymail.co.uk.233028 telegraph.364538',
    'GB-sport': 'bbc.310963 scotsman.104228 independent.181071',
    'GB-world': 'dailymail.co.uk.232928',
    'OTHER-business-AU': 'brisbanetimes.com.au.181614',
    'OTHER-crime-AE': 'euronews-en.117981',
    'OTHER-crime-MX': 'washpost.116866',
    'OTHER-crime-ZA': 'telegraph.364393',
    'OTHER-politics-IT': 'thelocal.51916',
    'OTHER-scitech': 'reuters.196711 smh.com.au.242750',
    'OTHER-scitech-CA': 'dailymail.co.uk.233025',
    'OTHER-sport-RU': 'reuters.196718 rt.com.68127',
    'OTHER-world-AF': 'bbc.310870 upi.140602',
    'OTHER-world-ID': 'timemagazine.75207',
    'OTHER-world-SE': 'thelocal.51929',
    'US-business': 'theglobeandmail.com.62700 latimes.231782',
    'US-crime': 'rt.com.68098 smh.com.au.242810 msnbc.53894 bbc.310871 latimes.231829 msnbc.53731',
    'US-entertainment': 'nytimes.127256 guardian.181662 independent.181096',
    'US-politics':
      'guardian.181611 washpost.116881 msnbc.53726 euronews-en.117983 reuters.196698 cbsnews.198694 washpost.116837 novinite.com.24019 guardian.181610 timemagazine.75193',
    'US-sport': 'latimes.231739 latimes.231840',
  },
  wmt19: {
    'EU-crime': 'rt.com.91334',
    'EU-entertainment': 'dailymail.co.uk.298692',
    'EU-politics': 'reuters.218888 euronews-en.153800',
    'EU-scitech': 'cbsnews.248484',
    'EU-sport': 'reuters.218923 scotsman.133758 euronews-en.153826',
    'EU-world': 'rt.com.91350 telegraph.405404',
    'GB-business': 'guardian.221754 dailymail.co.uk.298595 dailymail.co.uk.298644',
    'GB-crime': 'dailymail.co.uk.298732 bbc.381780 bbc.381679 bbc.381735 bbc.381765 bbc.381701 bbc.381760',
    'GB-entertainment':
      'scotsman.133804 dailymail.co.uk.298738 guardian.221718 independent.226346 independent.226317 bbc.381694 telegraph.405430',
    'GB-politics':
      'bbc.381790 telegraph.405401 reuters.218882 guardian.221679 dailymail.co.uk.298686 bbc.381680 scotsman.133783 dailymail.co.uk.298622 dailymail.co.uk.298696',
    'GB-scitech': 'scotsman.133773',
    'GB-sport':
      'upi.176249 bbc.381746 upi.176251 scotsman.133765 scotsman.133791 bbc.381646 bbc.381789 scotsman.133753 scotsman.133801 bbc.381705',
    'GB-world': 'scotsman.133744 bbc.381692 dailymail.co.uk.298602 bbc.381749',
    'OTHER-crime-CN': 'newsweek.51331',
    'OTHER-politics-BO': 'guardian.221762',
    'OTHER-politics-KP': 'bbc.381736',
    'OTHER-politics-MK': 'rt.com.91337 reuters.218932',
    'OTHER-politics-MX': 'abcnews.306758',
    'OTHER-politics-SY': 'euronews-en.153799',
    'OTHER-sport-RU': 'independent.226349',
    'OTHER-world-CN': 'bbc.381669',
    'OTHER-world-FM': 'cbsnews.248411',
    'OTHER-world-ID':
      'nytimes.184837 euronews-en.153835 reuters.218863 nytimes.184860 telegraph.405422 reuters.218865 euronews-en.153797 newsweek.51340',
    'OTHER-world-MX': 'abcnews.306764',
    'OTHER-world-SY': 'thelocal.65969',
    'US-business': 'cnbc.com.6772 newsweek.51307 cnbc.com.6770',
    'US-crime': 'upi.176266 cbsnews.248387 cnn.304404 newsweek.51339 abcnews.306774 reuters.218909 abcnews.306776',
    'US-entertainment': 'bbc.381647 newsweek.51329 newsweek.51318',
    'US-politics':
      'cnbc.com.6790 cbsnews.248384 cnn.304489 cnn.304447 cnbc.com.6769 newsweek.51310 reuters.218861 foxnews.94512 cbsnews.248471 rt.com.91335 newsweek.51300 cnn.304478 upi.176275 reuters.218933 newsweek.51328 guardian.221756 nytimes.184862 nytimes.184825 cnbc.com.6784 nytimes.184804 nytimes.184830 abcnews.306755 newsweek.51330 telegraph.405413 cbsnews.248394 telegraph.405408',
    'US-scitech': 'dailymail.co.uk.298630',
    'US-sport': 'reuters.218921 reuters.218911 independent.226301 reuters.218914 cnn.304521',
    'US-world':
      'nytimes.184853 abcnews.306815 newsweek.51338 dailymail.co.uk.298759 rt.com.91356 nytimes.184822 cnn.304400',
  },
};

/** In BibTeX, by key. */
export const citations: Readonly<Record<string, string>> = {
  'ws-2019-machine': String.raw`@proceedings{ws-2019-machine,
  title = {Proceedings of the Fourth Conference on Machine Translation (Volume 1: Research Papers)},
  editor = {Bojar, Ond{\v{r}}ej and Chatterjee, Rajen and Federmann, Christian and Fishel, Mark and Graham, Yvette and Haddow, Barry and Huck, Matthias and Yepes, Antonio Jimeno and Koehn, Philipp and Martins, Andr{\'e} and Monz, Christof and Negri, Matteo and N{\'e}v{\'e}ol, Aur{\'e}lie and Neves, Mariana and Post, Matt and Turchi, Marco and Verspoor, Karin},
  month = {aug},
  year = {2019},
  address = {Florence, Italy},
  publisher = {Association for Computational Linguistics},
  url = {https://www.aclweb.org/anthology/W19-5200}
}`,
  freitag2020bleu: String.raw`@misc{freitag2020bleu,
  title = {{BLEU} might be Guilty but References are not Innocent},
  author = {Markus Freitag and David Grangier and Isaac Caswell},
  year = {2020},
  eprint = {2004.06063},
  archivePrefix = {arXiv},
  primaryClass = {cs.CL}
}`,
  'bojar-etal-2018-findings': String.raw`@inproceedings{bojar-etal-2018-findings,
  title = {Findings of the 2018 Conference on Machine Translation ({WMT}18)},
  author = {Bojar, Ond{ {r}}ej and Federmann, Christian and Fishel, Mark and Graham, Yvette and Haddow, Barry and Koehn, Philipp and Monz, Christof},
  booktitle = {Proceedings of the Third Conference on Machine Translation: Shared Task Papers},
  month = {oct},
  year = {2018},
  address = {Belgium, Brussels},
  publisher = {Association for Computational Linguistics},
  url = {https://www.aclweb.org/anthology/W18-6401},
  pages = {272--303}
}`,
  'bojar-EtAl:2017:WMT1': String.raw`@inproceedings{bojar-EtAl:2017:WMT1,
  author = {Bojar, Ond\v{r}ej and Chatterjee, Rajen and Federmann, Christian and Graham, Yvette and Haddow, Barry and Huang, Shujian and Huck, Matthias and Koehn, Philipp and Liu, Qun and Logacheva, Varvara and Monz, Christof and Negri, Matteo and Post, Matt and Rubino, Raphael and Specia, Lucia and Turchi, Marco},
  title = {Findings of the 2017 Conference on Machine Translation (WMT17)},
  booktitle = {Proceedings of the Second Conference on Machine Translation, Volume 2: Shared Task Papers},
  month = {September},
  year = {2017},
  address = {Copenhagen, Denmark},
  publisher = {Association for Computational Linguistics},
  pages = {169--214},
  url = {http://www.aclweb.org/anthology/W17-4717}
}`,
  'achieving-human-parity-on-automatic-chinese-to-english-news-translation': String.raw`@inproceedings{achieving-human-parity-on-automatic-chinese-to-english-news-translation,
  author = {Hassan Awadalla, Hany and Aue, Anthony and Chen, Chang and Chowdhary, Vishal and Clark, Jonathan and Federmann, Christian and Huang, Xuedong and Junczys-Dowmunt, Marcin and Lewis, Will and Li, Mu and Liu, Shujie and Liu, Tie-Yan and Luo, Renqian and Menezes, Arul and Qin, Tao and Seide, Frank and Tan, Xu and Tian, Fei and Wu, Lijun and Wu, Shuangzhi and Xia, Yingce and Zhang, Dongdong and Zhang, Zhirui and Zhou, Ming},
  title = {Achieving Human Parity on Automatic Chinese to English News Translation},
  year = {2018},
  month = {March},
  url = {https://www.microsoft.com/en-us/research/publication/achieving-human-parity-on-automatic-chinese-to-english-news-translation/}
}`,
  'bojar-EtAl:2016:WMT1': String.raw`@inproceedings{bojar-EtAl:2016:WMT1,
  author = {Bojar, Ond\v{r}ej and Chatterjee, Rajen and Federmann, Christian and Graham, Yvette and Haddow, Barry and Huck, Matthias and Jimeno Yepes, Antonio and Koehn, Philipp and Logacheva, Varvara and Monz, Christof and Negri, Matteo and Neveol, Aurelie and Neves, Mariana and Popel, Martin and Post, Matt and Rubino, Raphael and Scarton, Carolina and Specia, Lucia and Turchi, Marco and Verspoor, Karin and Zampieri, Marcos},
  title = {Findings of the 2016 Conference on Machine Translation},
  booktitle = {Proceedings of the First Conference on Machine Translation},
  month = {August},
  year = {2016},
  address = {Berlin, Germany},
  publisher = {Association for Computational Linguistics},
  pages = {131--198},
  url = {http://www.aclweb.org/anthology/W/W16/W16-2301}
}`,
  'bojar-EtAl:2015:WMT': String.raw`@inproceedings{bojar-EtAl:2015:WMT,
  author = {Bojar, Ond\v{r}ej and Chatterjee, Rajen and Federmann, Christian and Haddow, Barry and Huck, Matthias and Hokamp, Chris and Koehn, Philipp and Logacheva, Varvara and Monz, Christof and Negri, Matteo and Post, Matt and Scarton, Carolina and Specia, Lucia and Turchi, Marco},
  title = {Findings of the 2015 Workshop on Statistical Machine Translation},
  booktitle = {Proceedings of the Tenth Workshop on Statistical Machine Translation},
  month = {September},
  year = {2015},
  address = {Lisbon, Portugal},
  publisher = {Association for Computational Linguistics},
  pages = {1--46},
  url = {http://aclweb.org/anthology/W15-3001}
}`,
  'bojar-EtAl:2014:W14-33': String.raw`@inproceedings{bojar-EtAl:2014:W14-33,
  author = {Bojar, Ondrej and Buck, Christian and Federmann, Christian and Haddow, Barry and Koehn, Philipp and Leveling, Johannes and Monz, Christof and Pecina, Pavel and Post, Matt and Saint-Amand, Herve and Soricut, Radu and Specia, Lucia and Tamchyna, Ale\v{s}},
  title = {Findings of the 2014 Workshop on Statistical Machine Translation},
  booktitle = {Proceedings of the Ninth Workshop on Statistical Machine Translation},
  month = {June},
  year = {2014},
  address = {Baltimore, Maryland, USA},
  publisher = {Association for Computational Linguistics},
  pages = {12--58},
  url = {http://www.aclweb.org/anthology/W/W14/W14-3302}
}`,
  'bojar-EtAl:2013:WMT': String.raw`@inproceedings{bojar-EtAl:2013:WMT,
  author = {Bojar, Ond\v{r}ej and Buck, Christian and Callison-Burch, Chris and Federmann, Christian and Haddow, Barry and Koehn, Philipp and Monz, Christof and Post, Matt and Soricut, Radu and Specia, Lucia},
  title = {Findings of the 2013 {Workshop on Statistical Machine Translation}},
  booktitle = {Proceedings of the Eighth Workshop on Statistical Machine Translation},
  month = {August},
  year = {2013},
  address = {Sofia, Bulgaria},
  publisher = {Association for Computational Linguistics},
  pages = {1--44},
  url = {http://www.aclweb.org/anthology/W13-2201}
}`,
  'callisonburch-EtAl:2012:WMT': String.raw`@inproceedings{callisonburch-EtAl:2012:WMT,
  author = {Callison-Burch, Chris and Koehn, Philipp and Monz, Christof and Post, Matt and Soricut, Radu and Specia, Lucia},
  title = {Findings of the 2012 Workshop on Statistical Machine Translation},
  booktitle = {Proceedings of the Seventh Workshop on Statistical Machine Translation},
  month = {June},
  year = {2012},
  address = {Montr{\'e}al, Canada},
  publisher = {Association for Computational Linguistics},
  pages = {10--51},
  url = {http://www.aclweb.org/anthology/W12-3102}
}`,
  'callisonburch-EtAl:2011:WMT': String.raw`@inproceedings{callisonburch-EtAl:2011:WMT,
  author = {Callison-Burch, Chris and Koehn, Philipp and Monz, Christof and Zaidan, Omar},
  title = {Findings of the 2011 Workshop on Statistical Machine Translation},
  booktitle = {Proceedings of the Sixth Workshop on Statistical Machine Translation},
  month = {July},
  year = {2011},
  address = {Edinburgh, Scotland},
  publisher = {Association for Computational Linguistics},
  pages = {22--64},
  url = {http://www.aclweb.org/anthology/W11-2103}
}`,
  'callisonburch-EtAl:2010:WMT': String.raw`@inproceedings{callisonburch-EtAl:2010:WMT,
  author = {Callison-Burch, Chris and Koehn, Philipp and Monz, Christof and Peterson, Kay and Przybocki, Mark and Zaidan, Omar},
  title = {Findings of the 2010 Joint Workshop on Statistical Machine Translation and Metrics for Machine Translation},
  booktitle = {Proceedings of the Joint Fifth Workshop on Statistical Machine Translation and MetricsMATR},
  month = {July},
  year = {2010},
  address = {Uppsala, Sweden},
  publisher = {Association for Computational Linguistics},
  pages = {17--53},
  note = {Revised August 2010},
  url = {http://www.aclweb.org/anthology/W10-1703}
}`,
  'callisonburch-EtAl:2009:WMT-09': String.raw`@inproceedings{callisonburch-EtAl:2009:WMT-09,
  author = {Callison-Burch, Chris and Koehn, Philipp and Monz, Christof and Schroeder, Josh},
  title = {Findings of the 2009 {W}orkshop on {S}tatistical {M}achine {T}ranslation},
  booktitle = {Proceedings of the Fourth Workshop on Statistical Machine Translation},
  month = {March},
  year = {2009},
  address = {Athens, Greece},
  publisher = {Association for Computational Linguistics},
  pages = {1--28},
  url = {http://www.aclweb.org/anthology/W/W09/W09-0401}
}`,
  'callisonburch-EtAl:2008:WMT': String.raw`@inproceedings{callisonburch-EtAl:2008:WMT,
  author = {Callison-Burch, Chris and Fordyce, Cameron and Koehn, Philipp and Monz, Christof and Schroeder, Josh},
  title = {Further Meta-Evaluation of Machine Translation},
  booktitle = {Proceedings of the Third Workshop on Statistical Machine Translation},
  month = {June},
  year = {2008},
  address = {Columbus, Ohio},
  publisher = {Association for Computational Linguistics},
  pages = {70--106},
  url = {http://www.aclweb.org/anthology/W/W08/W08-0309}
}`,
  iwslt2017: String.raw`@inproceedings{iwslt2017,
  author = {Cettolo, Mauro and Federico, Marcello and Bentivogli, Luisa and Niehues, Jan and St{\"u}ker, Sebastian and Sudoh, Katsuitho and Yoshino, Koichiro and Federmann, Christian},
  title = {Overview of the IWSLT 2017 Evaluation Campaign},
  booktitle = {14th International Workshop on Spoken Language Translation},
  month = {December},
  year = {2017},
  address = {Tokyo, Japan},
  pages = {2--14},
  url = {http://workshop2017.iwslt.org/downloads/iwslt2017_proceeding_v2.pdf}
}`,
  salesky2021multilingual: String.raw`@misc{salesky2021multilingual,
  title = {The Multilingual TEDx Corpus for Speech Recognition and Translation},
  author = {Elizabeth Salesky and Matthew Wiesner and Jacob Bremerman and Roldano Cattoni and Matteo Negri and Marco Turchi and Douglas W. Oard and Matt Post},
  year = {2021},
  eprint = {2102.01757},
  archivePrefix = {arXiv},
  primaryClass = {cs.CL}
}`,
  'elliott-etal-2016-multi30k': String.raw`@inproceedings{elliott-etal-2016-multi30k,
  title = {{M}ulti30{K}: Multilingual {E}nglish-{G}erman Image Descriptions},
  author = {Elliott, Desmond and Frank, Stella and Sima{'}an, Khalil and Specia, Lucia},
  booktitle = {Proceedings of the 5th Workshop on Vision and Language},
  month = {aug},
  year = {2016},
  address = {Berlin, Germany},
  publisher = {Association for Computational Linguistics},
  url = {https://www.aclweb.org/anthology/W16-3210},
  doi = {10.18653/v1/W16-3210},
  pages = {70--74}
}`,
  'elliott-etal-2017-findings': String.raw`@inproceedings{elliott-etal-2017-findings,
  title = {Findings of the Second Shared Task on Multimodal Machine Translation and Multilingual Image Description},
  author = {Elliott, Desmond and Frank, Stella and Barrault, Lo{\"\i}c and Bougares, Fethi and Specia, Lucia},
  booktitle = {Proceedings of the Second Conference on Machine Translation},
  month = {sep},
  year = {2017},
  address = {Copenhagen, Denmark},
  publisher = {Association for Computational Linguistics},
  url = {https://www.aclweb.org/anthology/W17-4718},
  doi = {10.18653/v1/W17-4718},
  pages = {215--233}
}`,
  'barrault-etal-2018-findings': String.raw`@inproceedings{barrault-etal-2018-findings,
  title = {Findings of the Third Shared Task on Multimodal Machine Translation},
  author = {Barrault, Lo{\"\i}c and Bougares, Fethi and Specia, Lucia and Lala, Chiraag and Elliott, Desmond and Frank, Stella},
  booktitle = {Proceedings of the Third Conference on Machine Translation: Shared Task Papers},
  month = {oct},
  year = {2018},
  address = {Belgium, Brussels},
  publisher = {Association for Computational Linguistics},
  url = {https://www.aclweb.org/anthology/W18-6402},
  doi = {10.18653/v1/W18-6402},
  pages = {304--323}
}`,
  'michel2018a:mtnt': String.raw`@inproceedings{michel2018a:mtnt,
  author = {Michel, Paul and Neubig, Graham},
  title = {MTNT: A Testbed for Machine Translation of Noisy Text},
  booktitle = {Proceedings of the 2018 Conference on Empirical Methods in Natural Language Processing},
  year = {2018},
  publisher = {Association for Computational Linguistics},
  pages = {543--553},
  location = {Brussels, Belgium},
  url = {http://aclweb.org/anthology/D18-1050}
}`,
  'kocmi-etal-2025-findings': String.raw`@inproceedings{kocmi-etal-2025-findings,
  title = {Findings of the {WMT}25 General Machine Translation Shared Task: Time to Stop Evaluating on Easy Test Sets},
  author = {Kocmi, Tom and Artemova, Ekaterina and Avramidis, Eleftherios and Bawden, Rachel and Bojar, Ond{\v{r}}ej and Dranch, Konstantin and Dvorkovich, Anton and Dukanov, Sergey and Fishel, Mark and Freitag, Markus and Gowda, Thamme and Grundkiewicz, Roman and Haddow, Barry and Karpinska, Marzena and Koehn, Philipp and Lakougna, Howard and Lundin, Jessica and Monz, Christof and Murray, Kenton and Nagata, Masaaki and Perrella, Stefano and Proietti, Lorenzo and Popel, Martin and Popovi{\'c}, Maja and Riley, Parker and Shmatova, Mariya and Steingr{\'\i}msson, Stein{\th}{\'o}r and Yankovskaya, Lisa and Zouhar, Vil{\'e}m},
  booktitle = {Proceedings of the Tenth Conference on Machine Translation},
  year = {2025},
  address = {Suzhou, China},
  publisher = {Association for Computational Linguistics},
  pages = {355--413}
}`,
};
