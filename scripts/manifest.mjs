#!/usr/bin/env node
// @ts-check
/** `npm run manifest`: builds what is not current, and writes the manifest of the build to manifest.json. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MANIFEST_FILE } from './build-manifest.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { loadEnvFile } from './env-file.mjs';
import { rootDir } from './source-hash.mjs';

// The build needs BASE_URL.
loadEnvFile(rootDir);
await ensureBuilt();
await copyFile(MANIFEST_FILE, join(rootDir, 'manifest.json'));
