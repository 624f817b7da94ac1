/** Finds a Chromium for the browser tests, or installs Debian's; prints its path. */
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const macApplications = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium'];

/** Returns the path of a browser from the environment variable CHROMIUM, the PATH or the usual places; undefined if there is none. */
export function findChromium() {
  const candidates = [
    process.env.CHROMIUM,
    ...(process.env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
    ...macApplications.map((name) => `/Applications/${name}`),
  ];
  return candidates.find((path) => path !== undefined && path !== '' && isExecutable(path));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function install() {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const run = (...words) =>
    execFileSync([...sudo, ...words][0], [...sudo, ...words].slice(1), { stdio: ['ignore', 'ignore', 'inherit'] });
  run('apt-get', 'update', '-qq');
  run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  let path = findChromium();
  if (!path) {
    console.log('No Chromium found; installing it with apt-get.');
    try {
      install();
    } catch (error) {
      console.error(`apt-get could not install chromium (${error.message.split('\n')[0]}).`);
    }
    path = findChromium();
  }
  if (!path) {
    console.error(
      'The browser tests need Chromium or Chrome. Install one, or name it in the environment variable CHROMIUM.',
    );
    process.exit(1);
  }
  console.log(`Browser tests use ${path}.`);
}
