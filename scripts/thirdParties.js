/** The packages that users of Assay get: those in our bundles, and those that npm installs with it. From the inputs of the bundles and the lockfile. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns three texts: the notices of the packages in the bundles, whose licences ask for them; a page that lists all packages; and the bill
 * of materials in the format of CycloneDX. The same source gives the same texts.
 */
export function thirdParties(root, inputs) {
  const { version, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const bundled = new Set(
    inputs.flatMap((path) => /^(?:\.\.\/)*(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  );
  const shipped = Object.entries(packages)
    .filter(
      ([folder, { dev, devOptional, peer }]) => folder !== '' && (bundled.has(folder) || !(dev || devOptional || peer)),
    )
    .map(([folder, entry]) => ({
      ...entry,
      folder,
      name: folder.replace(/^.*node_modules\//, ''),
      // Some packages leave out what the lockfile would copy.
      license: entry.license ?? described(root, folder).license,
      isBundled: bundled.has(folder),
    }))
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
  const unknown = [...bundled].filter((folder) => !shipped.some((each) => each.folder === folder));
  if (unknown.length > 0) throw new Error(`not in package-lock.json: ${unknown.join(', ')}`);
  return { notices: notices(root, shipped), page: page(shipped), bill: bill(version, shipped) };
}

const described = (root, folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));

function notices(root, shipped) {
  const each = shipped
    .filter(({ isBundled }) => isBundled)
    .map(({ name, version, license, folder }) => {
      const file = readdirSync(join(root, folder)).find((found) => /^licen[cs]e/i.test(found));
      const text = file ? readFileSync(join(root, folder, file), 'utf8').trim() : `License: ${license}`;
      return `${name} ${version}\n\n${text}\n`;
    });
  return `Assay's bundles contain code of these packages, under their licences.\n\n${each.join('\n----\n\n')}`;
}

const page = (shipped) => `# Packages by others

Written by \`npm run build\` from \`package-lock.json\` and what the bundles contain; do not edit. \`dist/THIRD-PARTIES.txt\` has the notices, \`dist/sbom.cdx.json\` the bill of materials (CycloneDX).

Bundled packages are inside files of Assay. The others are installed with it; of the optional ones, npm installs those for your system.

| Package | Version | Licence | How it comes |
| --- | --- | --- | --- |
${shipped
  .map(
    ({ name, version, license, isBundled, optional }) =>
      `| ${name} | ${version} | ${license} | ${isBundled ? 'bundled' : optional ? 'optional' : 'installed'} |`,
  )
  .join('\n')}
`;

/** CycloneDX 1.5, without time and serial number. Packages are named by purl, which has no address of a registry. */
function bill(version, shipped) {
  const purl = (name, of) => `pkg:npm/${name.replace('@', '%40')}@${of}`;
  const seen = new Set();
  const components = shipped
    .filter(({ name, version: of }) => !seen.has(purl(name, of)) && seen.add(purl(name, of)))
    .map(({ name, version: of, license, integrity, isBundled, optional }) => ({
      'bom-ref': purl(name, of),
      type: 'library',
      name,
      version: of,
      scope: optional && !isBundled ? 'optional' : 'required',
      purl: purl(name, of),
      ...(integrity?.startsWith('sha512-') && {
        hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
      }),
      licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
      properties: [{ name: 'assay:use', value: isBundled ? 'bundled' : 'installed' }],
    }));
  const component = { 'bom-ref': purl('assay', version), type: 'application', name: 'assay', version, purl: purl('assay', version), licenses: [{ license: { id: 'Apache-2.0' } }] }; // prettier-ignore
  const made = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component }, components };
  return `${JSON.stringify(made, null, 1)}\n`;
}
