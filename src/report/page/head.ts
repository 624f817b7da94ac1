/** The head of every page: nothing is loaded from elsewhere, and nothing runs but the script that is named. */
import { escaped } from './escape.ts';

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/** `scriptHash` allows one script of the page itself. */
export const pageHead = (title: string, styles: readonly string[], scriptHash?: string): string => `<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${scriptHash === undefined ? policy : `${policy}; script-src '${scriptHash}'`}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Assay">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style>
${styles.join('\n')}
</style>
</head>`;
