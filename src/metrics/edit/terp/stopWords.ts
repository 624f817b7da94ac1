/** Words that may not be moved by themselves, only together with others: the list that comes with TERp. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    `. , " ' ( ) & ! ? - $ : ; + ` +
    'a about actually after again ago ah all also although am among an and any anyone anything are as at away ' +
    'be been before being between bit but by can center could did do does done down during each either else entire even every everything ' +
    'fact few for from got had has have having here if in indeed into is it its itself just kind kinds let located ' +
    'many might more most mostly much must neither nor of off often oh on ones onto or other others ours out over ' +
    'perhaps please plenty really regarding same self set shall should so some somebody something sometimes sort still such surely ' +
    't than that the them then there these thing this those though till to too type types um until up upon via ' +
    'was way ways were what whether while will with within would yet yourself'
  ).split(' '),
);
