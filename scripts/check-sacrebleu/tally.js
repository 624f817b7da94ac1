/** What a check has compared, and how it went. */

const tolerance = 1e-9;
const showAtMost = 5;

/** What was compared, how often both agreed, and by how much they differed. */
export class Tally {
  rows = [];

  row(what) {
    let row = this.rows.find((each) => each.what === what);
    if (!row) this.rows.push((row = { what, cases: 0, equal: 0, largest: 0, numbers: false, shown: 0 }));
    return row;
  }

  count(what, isEqual, describe) {
    const row = this.row(what);
    row.cases++;
    if (isEqual) row.equal++;
    else if (row.shown++ < showAtMost) console.log(`${what}: ${describe()}`);
  }

  number(what, ours, theirs, describe, within = tolerance) {
    const row = this.row(what);
    const difference = Math.abs(ours - theirs);
    row.numbers = true;
    row.largest = Math.max(row.largest, Number.isNaN(difference) ? Infinity : difference);
    this.count(what, difference <= within, () => `ours ${ours}, theirs ${theirs}: ${describe()}`);
  }

  print() {
    const cells = [
      ['what', 'cases', 'equal', 'largest difference'],
      ...this.rows.map(({ what, cases, equal, largest, numbers }) => [
        what,
        cases.toLocaleString('en'),
        equal.toLocaleString('en'),
        numbers ? (largest === 0 ? '0' : largest.toExponential(1)) : '',
      ]),
    ];
    const widths = cells[0].map((_, k) => Math.max(...cells.map((row) => row[k].length)));
    for (const row of cells) {
      console.log(
        row
          .map((cell, k) => (k === 0 ? cell.padEnd(widths[k]) : cell.padStart(widths[k])))
          .join('  ')
          .trimEnd(),
      );
    }
  }

  get agrees() {
    return this.rows.length > 0 && this.rows.every(({ cases, equal }) => cases === equal);
  }
}
