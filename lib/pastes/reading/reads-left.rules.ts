/** The header of a raw response that says how many reads are left after it. Browser-safe: no imports. */
export const READS_LEFT_HEADER = 'X-Service-Reads-Left';
