/** Draws of NumPy 2.4: default_rng(seed), a new one for each line. */
import { describe, expect, test } from 'vitest';
import { Pcg64, countDraws, shuffle } from './random.ts';

/**
 * raw: PCG64(seed).random_raw(4); float: random(4); below500: choice(500, 12); below3e9: integers(3_000_000_000, size=8);
 * bits: integers(2, size=70, dtype=bool); mixed: integers(1000), random(), integers(1000), integers(1000), random();
 * sums: of choice(3_000_000, 1_000_003), then choice(7, 1_001), then choice(2_097_152, 100_001).
 */
const golden = [
  {
    seed: 0n,
    raw: [11749869230777074271n, 4976686463289251617n, 755828109848996024n, 304881062738325533n],
    float: [0.6369616873214543, 0.2697867137638703, 0.04097352393619469, 0.016527635528529094],
    below500: [425, 318, 255, 134, 153, 20, 37, 8, 87, 406, 324, 456],
    below3e9: [2551872677, 1910885061, 1533409439, 809360140, 923488268, 122920571, 225720425, 49582906],
    bits: '1111101001000001010000111001101111110011110101111111000011000101100001',
    mixed: [850, 0.2697867137638703, 636, 307, 0.016527635528529094],
    sums: [1501119021848, 3023, 104547119937],
  },
  {
    seed: 1n,
    raw: [9441442522235856127n, 17532960557476522086n, 2659275481604167885n, 17499493567006797778n],
    float: [0.5118216247002567, 0.9504636963259353, 0.14415961271963373, 0.9486494471372439],
    below500: [236, 255, 377, 475, 17, 72, 411, 474, 124, 155, 434, 211],
    below3e9: [1535464873, 2851391088, 104557657, 2845948340, 935494355, 2607075741, 1269979346, 770976088],
    bits: '1111111100100111010001001001111011001111101111010110000011000001011001',
    mixed: [473, 0.9504636963259353, 511, 34, 0.9486494471372439],
    sums: [1499895451835, 3016, 105041707384],
  },
  {
    seed: 12345n,
    raw: [4193609425186963869n, 5843160025838961886n, 14708796524633321433n, 12474696839993944336n],
    float: [0.22733602246716966, 0.31675833970975287, 0.7973654573327341, 0.6762546707509746],
    below500: [349, 113, 394, 158, 102, 398, 321, 338, 494, 195, 419, 166],
    below3e9: [2097645094, 682008066, 2365940964, 950275018, 2392096371, 2028764011, 2518275128, 1794926260],
    bits: '1011100110000011111111110100110110110001100011010100110001011100011110',
    mixed: [699, 0.31675833970975287, 227, 204, 0.6762546707509746],
    sums: [1498704500357, 2912, 104941190338],
  },
  {
    seed: 4294967295n,
    raw: [4647538520743280031n, 4041050679407036418n, 5299467714154781845n, 11418189674231792917n],
    float: [0.2519435680449965, 0.21906579628685663, 0.28728472043517017, 0.6189813025326831],
    below500: [95, 125, 362, 109, 454, 143, 106, 309, 353, 467, 65, 147],
    below3e9: [657197388, 2728677138, 861854160, 640068962, 1856943907, 2121661999, 2805036872, 395285850],
    bits: '1111100110111111000110110000110010010101111110101111111000000010010000',
    mixed: [190, 0.21906579628685663, 251, 909, 0.6189813025326831],
    sums: [1499953820735, 3097, 104815771788],
  },
  {
    seed: 4294967296n,
    raw: [16412783775159424549n, 10277383025879800780n, 14774146505460541886n, 17644565593934502278n],
    float: [0.8897387912781343, 0.5571380502062263, 0.8009080868919721, 0.9565138174753386],
    below500: [261, 444, 496, 278, 151, 400, 114, 478, 445, 29, 31, 118],
    below3e9: [1566471244, 2669216373, 2978844844, 1671414149, 2402724260, 2673839685, 175845479, 190083292],
    bits: '1010010001101000001101011010000101000111110101111010001111000111001100',
    mixed: [522, 0.5571380502062263, 889, 302, 0.9565138174753386],
    sums: [1499380865937, 3069, 104691963455],
  },
  {
    seed: 9007199254740991n,
    raw: [14504086537174452373n, 11184320671718615185n, 9917144533064508987n, 2883769259161762450n],
    float: [0.7862681066761149, 0.6063032385025929, 0.5376094823800641, 0.1563294447865048],
    below500: [30, 393, 413, 303, 420, 268, 379, 78, 280, 54, 394, 211],
    below3e9: [185258492, 2358804319, 2482574087, 1818909714, 2525592010, 1612828446, 2279627782, 468988333],
    bits: '1010100100010000111100111111000000111011101110110001001010010011100010',
    mixed: [61, 0.6063032385025929, 786, 841, 0.1563294447865048],
    sums: [1501988942720, 2916, 104836913377],
  },
  {
    seed: 18446744073709551623n,
    raw: [15369362827723283325n, 8934432775481249229n, 13386070458085301830n, 18093607674195984661n],
    float: [0.8331748283767769, 0.4843365712551232, 0.7256603335850057, 0.9808564374231841],
    below500: [364, 416, 398, 242, 376, 362, 401, 490, 162, 392, 97, 142],
    below3e9: [2186009553, 2499524484, 2392584407, 2256150890, 2410938456, 2942569311, 2352641200, 856456144],
    bits: '1011111011011000010100010101110111110000010011110101001010101011101100',
    mixed: [728, 0.4843365712551232, 833, 752, 0.9808564374231841],
    sums: [1499443689515, 3087, 104706400736],
  },
  {
    seed: 1606938044258990275541962092341162602522202993782792835313721n,
    raw: [8569441711451721702n, 10123634952380698007n, 10787088381334446622n, 2871501401612415569n],
    float: [0.4645503660271927, 0.5488033504410669, 0.5847692328917975, 0.15566440289616756],
    below500: [215, 232, 39, 274, 488, 292, 295, 77, 410, 238, 462, 372],
    below3e9: [1294867497, 1393651097, 238829181, 2931833645, 1754307697, 1771222528, 2464209906, 2777904897],
    bits: '0110011111110011011111100111011010101011101000110011011101101110111010',
    mixed: [431, 0.5488033504410669, 464, 977, 0.15566440289616756],
    sums: [1499790591285, 2896, 104774526400],
  },
];

const times = <T>(count: number, draw: () => T): T[] => Array.from({ length: count }, draw);

describe.each(golden)('seed $seed', ({ seed, ...expected }) => {
  test('32-bit draws are the halves of 64-bit draws, low first', () => {
    const random = new Pcg64(seed);
    const raw = times(4, () => {
      const low = random.uint32();
      return (BigInt(random.uint32()) << 32n) | BigInt(low);
    });
    expect(raw).toEqual(expected.raw);
  });

  test('floats', () => {
    const random = new Pcg64(seed);
    expect(times(4, () => random.float())).toEqual(expected.float);
  });

  test('numbers below a bound', () => {
    const small = new Pcg64(seed);
    expect(times(12, () => small.below(500))).toEqual(expected.below500);
    const large = new Pcg64(seed);
    expect(times(8, () => large.below(3_000_000_000))).toEqual(expected.below3e9);
  });

  test('bits, across the ends of what is filled', () => {
    const bits = new Uint8Array(70);
    const fill = new Pcg64(seed).bits();
    fill(bits.subarray(0, 33));
    fill(bits.subarray(33));
    expect(bits.join('')).toBe(expected.bits);
  });

  test('a float leaves the half draw that waits', () => {
    const random = new Pcg64(seed);
    const drawn = [random.below(1000), random.float(), random.below(1000), random.below(1000), random.float()];
    expect(drawn).toEqual(expected.mixed);
  });

  test('many at once', () => {
    const random = new Pcg64(seed);
    const sum = (count: number, bound: number) => {
      const out = new Uint32Array(count);
      random.fillBelow(out, bound);
      return out.reduce((total, each) => total + each, 0);
    };
    expect([sum(1_000_003, 3_000_000), sum(1001, 7), sum(100_001, 2_097_152)]).toEqual(expected.sums);
  });
});

test('filling draws what single calls draw', () => {
  for (const bound of [1, 2, 3, 7, 100, 2_097_152, 2_097_153, 2 ** 32]) {
    const one = new Pcg64(3);
    const many = new Pcg64(3);
    for (const count of [0, 1, 2, 511, 512, 513, 1500]) {
      const out = new Uint32Array(count);
      many.fillBelow(out, bound);
      expect([...out]).toEqual(times(count, () => one.below(bound)));
      // Both go on from the same place: a float leaves the half draw that waits.
      expect([many.float(), many.uint32()]).toEqual([one.float(), one.uint32()]);
    }
  }
});

test('of numbers below 1 none is drawn', () => {
  const random = new Pcg64(3);
  expect([random.below(1), random.below(1), random.uint32()]).toEqual([0, 0, new Pcg64(3).uint32()]);
});

test('shuffles in place, each order as likely as any other', () => {
  const random = new Pcg64(8);
  const orders = new Map<string, number>();
  for (let time = 0; time < 4800; time++) {
    const list = ['a', 'b', 'c', 'd'];
    expect(shuffle(list, random)).toBe(list);
    orders.set(list.join(''), (orders.get(list.join('')) ?? 0) + 1);
  }
  // 200 of each are expected, with a standard deviation of 14; the largest of 24 is within 4.5 of them.
  expect(orders.size).toBe(24);
  for (const count of orders.values()) expect(Math.abs(count - 200)).toBeLessThan(4.5 * 14);
  // Nothing is drawn where there is nothing to shuffle.
  const fresh = new Pcg64(8);
  expect([shuffle([], fresh), shuffle([1], fresh), fresh.uint32()]).toEqual([[], [1], new Pcg64(8).uint32()]);
});

test('counts how often each was drawn', () => {
  const counts = new Uint32Array(7).fill(9);
  const draw = countDraws(counts, new Pcg64(5));
  const random = new Pcg64(5);
  for (let time = 0; time < 3; time++) {
    draw();
    const drawn = times(7, () => random.below(7));
    expect([...counts]).toEqual(times(7, () => 0).map((_, i) => drawn.filter((each) => each === i).length));
  }
});

test('impossible seeds and bounds are refused', () => {
  for (const seed of [-1, 0.5, NaN, -1n]) expect(() => new Pcg64(seed)).toThrow(/seed/);
  for (const bound of [0, -1, 1.5, 2 ** 32 + 1]) expect(() => new Pcg64(0).below(bound)).toThrow(/bound/);
  expect(() => new Pcg64(Number.MAX_SAFE_INTEGER + 1)).toThrow(/seed/);
});
