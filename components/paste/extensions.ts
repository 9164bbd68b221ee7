import { formatExpiry } from '#lib/pastes/expiry.rules';

/** Seconds by which a paste can be extended. */
export const EXTENSIONS = [600, 3_600, 86_400, 604_800, 2_592_000, 31_536_000] as const;

export const DEFAULT_EXTENSION: (typeof EXTENSIONS)[number] = 604_800;

/** The extensions as options of a select. */
export const EXTENSION_OPTIONS = EXTENSIONS.map((seconds) => [seconds, formatExpiry(seconds)] as const);
