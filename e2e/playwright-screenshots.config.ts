/** `npm run screenshots` takes the pictures of the README from the pages of today. Not part of `npm test`: it proves nothing. */
import { defineConfig } from '@playwright/test';
import pages from './playwright.config';

export default defineConfig({ ...pages, testDir: 'screenshots', workers: 1 });
