/** Results that organisers published about Czech–English, beside those that come with the data. */

/** Systems that each system beats, and the clusters: `clusters.csv` of the shared task. */
export const winsAndClusters: Readonly<Record<'wmt21' | 'wmt22', ReadonlyMap<string, readonly [wins: number, cluster: number]>>> = {
  wmt21: new Map([
    ['Facebook-AI.7', [7, 1]], ['Online-A.5', [7, 1]], ['CUNI-DocTransformer.4', [3, 2]], ['Online-B.0', [3, 2]],
    ['CUNI-Transformer2018.1', [1, 2]], ['Online-W.2', [1, 2]], ['Online-G.6', [0, 2]], ['Online-Y.3', [0, 2]], ['HUMAN.0', [0, 2]],
  ]),
  wmt22: new Map([
    ['Online-W.2', [11, 1]], ['CUNI-DocTransformer.6', [8, 2]], ['Lan-Bridge.1', [5, 2]], ['Online-B.0', [4, 2]],
    ['JDExploreAcademy.8', [4, 2]], ['Online-A.10', [3, 2]], ['CUNI-Transformer.7', [4, 2]], ['Online-G.9', [3, 2]],
    ['SHOPLINE-PL.5', [3, 2]], ['Online-Y.4', [2, 3]], ['HUMAN-C', [0, 4]], ['ALMAnaCH-Inria.3', [0, 4]],
  ]),
}; // prettier-ignore

/** `ad-sys-ranking-cs-en-z.csv` of WMT21: raw mean, z, segments n, ratings N, system. */
export const wmt21Table = `77.8 0.111 923 1275 Facebook-AI.7
78.4 0.081 894 1088 Online-A.5
72 0.008 821 978 CUNI-DocTransformer.4
74 -0.005 870 1188 Online-B.0
71.5 -0.008 899 1178 CUNI-Transformer2018.1
74.5 -0.032 904 1170 Online-W.2
67.2 -0.039 938 1320 Online-G.6
74.4 -0.084 993 1226 Online-Y.3
75.6 -0.085 913 1228 HUMAN.0`;
