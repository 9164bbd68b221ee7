import { StaticDocument, staticMetadata, staticViewport } from '../static-document';

/**
 * The pages of this folder are the same bytes for everybody who reads a language. The build has Next render them in each, and makes
 * files of them (scripts/static-pages.mjs).
 */
export const dynamic = 'force-dynamic';

export const generateMetadata = staticMetadata;
export const viewport = staticViewport;

export default StaticDocument;
