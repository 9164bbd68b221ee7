import { formatExpiry } from '#lib/pastes/expiry.rules';

/** By how much a paste can be extended, in seconds. */
export const EXTENSIONS = [600, 3_600, 86_400, 604_800, 2_592_000, 31_536_000] as const;

export const DEFAULT_EXTENSION: (typeof EXTENSIONS)[number] = 604_800;

/** As a field offers them. */
export const EXTENSION_OPTIONS = EXTENSIONS.map((seconds) => [seconds, formatExpiry(seconds)] as const);
