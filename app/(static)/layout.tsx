import { StaticDocument, staticMetadata, staticViewport } from '../static-document';

/** The pages of this folder are the same bytes for everybody: made at build, and served as files (scripts/static-pages.mjs). */
export const dynamic = 'force-static';

export const metadata = staticMetadata;
export const viewport = staticViewport;

export default StaticDocument;
