// The browser of the tests: Debian's Chromium. Its headless shell is preferred, the same engine without the desktop
// browser around it: a page opens in half the time. CHROMIUM names another one.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

export const require = createRequire(new URL('../../.deps/page/package.json', import.meta.url));
const { chromium } = require('playwright-core');
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

const how = { executablePath: process.env.CHROMIUM || places.find(existsSync), args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] };

export const startBrowser = () => chromium.launch(how);

/** A browser with its profile in the folder, so that the next one finds its storage. */
export const startProfile = (folder, options = {}) => chromium.launchPersistentContext(folder, { ...how, ...options });
