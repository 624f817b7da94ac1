/** A chart of seconds by number of segments, both in powers of ten. */
const width = 640;
const height = 360;
const [left, right, top, bottom] = [60, 110, 20, 50];

export function scalingFigure(sizes) {
  const series = [
    { name: 'Assay', color: '#0b62a4', values: sizes.map(({ size, ours }) => [size, ours.wall]) },
    { name: 'sacreBLEU', color: '#b5521b', values: sizes.flatMap(({ size, theirs }) => (theirs ? [[size, theirs.wall]] : [])) },
  ]; // prettier-ignore
  const all = series.flatMap(({ values }) => values);
  const powers = (values) => [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
  const [x0, x1] = powers(all.map(([size]) => size));
  const [y0, y1] = powers(all.map(([, seconds]) => seconds));
  const x = (size) => left + ((Math.log10(size) - x0) / (x1 - x0)) * (width - left - right);
  const y = (seconds) => height - bottom - ((Math.log10(seconds) - y0) / (y1 - y0)) * (height - top - bottom);
  const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => 10 ** (from + i));
  const line = (points) => points.map(([size, seconds]) => `${x(size).toFixed(1)},${y(seconds).toFixed(1)}`).join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">
<rect width="${width}" height="${height}" fill="#fff"/>
${range(x0, x1)
  .map(
    (size) =>
      `<line x1="${x(size)}" x2="${x(size)}" y1="${top}" y2="${height - bottom}" stroke="#ddd"/><text x="${x(size)}" y="${height - bottom + 18}" text-anchor="middle">${size.toLocaleString('en')}</text>`,
  )
  .join('\n')}
${range(y0, y1)
  .map(
    (seconds) =>
      `<line x1="${left}" x2="${width - right}" y1="${y(seconds)}" y2="${y(seconds)}" stroke="#ddd"/><text x="${left - 8}" y="${y(seconds) + 4}" text-anchor="end">${seconds} s</text>`,
  )
  .join('\n')}
<text x="${(left + width - right) / 2}" y="${height - 10}" text-anchor="middle">segments</text>
${series
  .filter(({ values }) => values.length > 0)
  .map(({ name, color, values }) => {
    const [size, seconds] = values.at(-1);
    return `<polyline points="${line(values)}" fill="none" stroke="${color}" stroke-width="2"/>${values.map(([a, b]) => `<circle cx="${x(a).toFixed(1)}" cy="${y(b).toFixed(1)}" r="3.5" fill="${color}"/>`).join('')}<text x="${(x(size) + 8).toFixed(1)}" y="${(y(seconds) + 4).toFixed(1)}" fill="${color}">${name}</text>`;
  })
  .join('\n')}
</svg>
`;
}
